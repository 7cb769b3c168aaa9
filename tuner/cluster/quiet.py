"""Keep the logs and warnings of Dask off the screen: what users must know is said in our words."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["quiet_libraries"]

_NAMES = ("distributed", "tornado", "asyncio", "bokeh")


@contextmanager
def quiet_libraries() -> Iterator[None]:
    """Write no log lines of Dask and what it stands on; afterwards all is as it was."""
    before = {name: _state(logger) for name, logger in _loggers().items()}
    for logger in _loggers().values():
        logger.handlers, logger.propagate = [logging.NullHandler()], False
        logger.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            for name in _NAMES[:2]:
                warnings.filterwarnings("ignore", module=name)
            yield
    finally:
        for name, logger in _loggers().items():
            handlers, logger.propagate, level = before.get(name, ([], True, logging.NOTSET))
            logger.handlers = list(handlers)
            logger.setLevel(level)


def _state(logger: logging.Logger) -> tuple[list[logging.Handler], bool, int]:
    return list(logger.handlers), logger.propagate, logger.level


def _loggers() -> dict[str, logging.Logger]:
    known = {*_NAMES, *logging.root.manager.loggerDict}
    return {name: logging.getLogger(name) for name in known if name.split(".")[0] in _NAMES}
