"""Let the table of trials grow in its file while a search runs."""

from __future__ import annotations

from pathlib import Path

__all__ = ["TrialsFile"]


class TrialsFile:
    """Add lines to the end of a table; what an earlier start has left there stays as it is.

    So the table never gets shorter while a search reads its trials again. From the first line that
    is another one, such as half a line that a killed process has left, the rest is cut off.

    Args:
        path: the file, made if need be.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("a+b")
        self._file.seek(0)
        self._reading = True

    def add(self, line: str) -> None:
        """Make sure that the next line is this one; everybody can read it at once."""
        content = line.encode()
        if self._reading:
            place = self._file.tell()
            if self._file.readline() == content:
                return
            self._file.seek(place)
            self._file.truncate()
            self._reading = False
        try:
            self._file.write(content)
            self._file.flush()
        except OSError as error:
            # A full disk does not say which file it was.
            raise OSError(error.errno, error.strerror, str(self._path)) from error

    def close(self) -> None:
        """Leave the file as it is."""
        self._file.close()
