"""Keep what is dear to make, as long as it is among what was used last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

__all__ = ["Kept"]

Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """Kept values are those that were used last; each is made by one thread, and once.

    Args:
        most: so many are kept.
        making: held while a value is made. What is kept is found meanwhile.
    """

    def __init__(self, most: int, making: Lock) -> None:
        self._most, self._making = most, making
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._finding = Lock()

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return the value of a key, which is made if it is not kept."""
        found = self._find(key)
        if found is None:
            with self._making:
                # Another thread may have made it meanwhile.
                found = self._find(key)
                if found is None:
                    found = make()
                    self._keep(key, found)
        return found

    def _find(self, key: Key) -> Value | None:
        with self._finding:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def _keep(self, key: Key, value: Value) -> None:
        with self._finding:
            self._values[key] = value
            while len(self._values) > self._most:
                self._values.popitem(last=False)
