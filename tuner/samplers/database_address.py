"""Read the URL of a team's database, and never show its password."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from importlib.util import find_spec
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlsplit

from engine.errors import TuneError

__all__ = ["MASK", "AddressError", "DatabaseAddress", "DriverError", "read_address"]

MASK = "***"
"""Stands for a password wherever an address is shown."""

_MYSQL_OPTIONS = ("charset", "connect_timeout", "ssl_ca", "ssl_cert", "ssl_key", "unix_socket")
_POSTGRESQL_OPTIONS = (
    "application_name",
    "channel_binding",
    "connect_timeout",
    "gssencmode",
    "host",
    "options",
    "passfile",
    "sslcert",
    "sslcrl",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "target_session_attrs",
)
_OPTIONS = {"mysql": _MYSQL_OPTIONS, "postgresql": _POSTGRESQL_OPTIONS}

_DRIVERS = {"mysql": "pymysql", "postgresql": "psycopg"}

_KINDS = {
    **dict.fromkeys(("postgres", "postgresql"), "postgresql"),
    **dict.fromkeys(("postgresql+psycopg", "postgresql+psycopg2"), "postgresql"),
    **dict.fromkeys(("mysql", "mariadb", "mysql+pymysql", "mariadb+pymysql"), "mysql"),
    "mysql+mysqldb": "mysql",
}
"""The schemes that people write for each kind of server; the driver is always our own."""

_ESCAPES = "write a password's / as %2F, : as %3A, @ as %40, ? as %3F, # as %23, % as %25"
_SAFE = " !$'()*,;=@+:"


class AddressError(TuneError):
    """A text is no address of a database.

    Attributes:
        cause: what is wrong; it never quotes the text, which may hold a password.
        cure: what to do.
    """

    def __init__(self, cause: str, cure: str) -> None:
        super().__init__(f"{cause}; {cure}")
        self.cause, self.cure = cause, cure


class DriverError(TuneError):
    """A database needs a package that is not installed."""


@dataclass(frozen=True)
class DatabaseAddress:
    """Name a database, who writes into it, and how it is reached.

    Attributes:
        kind: "postgresql" or "mysql".
        user: None for whoever the driver takes.
        password: None where none is given, or where only a masked one is known.
        masked: whether there was a password, which is not known here.
        host: None for the server of this machine.
        port: None for the usual one.
        database: its name.
        options: of the driver, by name.
    """

    kind: str
    user: str | None
    password: str | None = field(repr=False)
    masked: bool
    host: str | None
    port: int | None
    database: str
    options: tuple[tuple[str, str], ...]

    @property
    def shown(self) -> str:
        """Return the address as a URL with a mask for the password; it can be read again."""
        secret = f":{MASK}" if self.password is not None or self.masked else ""
        user = quote(self.user or "", safe="") + secret
        host = self.host or ""
        place = f"[{quote(host, safe=':')}]" if ":" in host else host
        port = "" if self.port is None else f":{self.port}"
        pairs = [f"{name}={quote(value, safe='/,')}" for name, value in self.options]
        options = f"?{'&'.join(pairs)}" if pairs else ""
        return (
            f"{self.kind}://{f'{user}@' if user else ''}{place}{port}/{quote(self.database)}"
            f"{options}"
        )

    @property
    def driver(self) -> str:
        """Return the name of the package that talks to the database."""
        return _DRIVERS[self.kind]

    def require_driver(self) -> None:
        """Make sure that the database can be talked to.

        Raises:
            DriverError: if the package for that is not installed.
        """
        if find_spec(self.driver) is None:
            raise DriverError(
                f"storage {self.shown} needs {self.driver}, which is not installed",
                hint="mysql extra" if self.kind == "mysql" else "postgresql extra",
            )

    def without_password(self, text: str) -> str:
        """Return a text in which a mask stands for the password, however it is written there."""
        if not self.password:
            return text
        written = {self.password, quote(self.password, safe=""), quote(self.password, safe=_SAFE)}
        # The longest first: the plain one may be a part of an escaped one.
        for one in sorted(written, key=len, reverse=True):
            text = re.sub(re.escape(one), MASK, text, flags=re.IGNORECASE)
        return text


def read_address(text: str) -> DatabaseAddress:
    """Return the address that a URL holds.

    Raises:
        AddressError: if it is no URL of a database that can be written.
    """
    scheme, separator, _ = text.partition("://")
    kind = _KINDS.get(scheme.lower())
    if not separator or kind is None:
        known = "sqlite, a postgresql:// URL or a mysql:// URL"
        raise AddressError("this is no storage that is known", f"write {known}")
    if not text.isprintable() or " " in text:
        raise AddressError("the URL holds a blank or an invisible character", "write %20 for one")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise AddressError("host or port of the URL cannot be read", _ESCAPES) from None
    if parts.fragment or text.endswith("#") or "@" in (parts.path + parts.query):
        raise AddressError("a special character stands in the URL", _ESCAPES)
    password = _plain(parts.password)
    return DatabaseAddress(
        kind,
        _plain(parts.username) or None,
        None if password in ("", MASK) else password,
        password == MASK,
        _host(parts),
        port,
        _database(parts.path),
        _options(kind, parts.query),
    )


def _plain(part: str | None) -> str | None:
    """Return a part of a URL without its escapes."""
    if part is None:
        return None
    if re.search(r"%(?![0-9A-Fa-f]{2})", part):
        raise AddressError("a % stands in the URL without two hexadecimal digits", _ESCAPES)
    try:
        plain = unquote(part, errors="strict")
    except UnicodeDecodeError:
        raise AddressError("the escapes of the URL are not UTF-8", _ESCAPES) from None
    if not plain.isprintable():
        raise AddressError("the URL holds an invisible character", "remove it")
    return plain


def _host(parts: SplitResult) -> str | None:
    address = parts.netloc.rpartition("@")[2]
    host = _plain(parts.hostname)
    if parts.netloc.count("@") > 1 or (host and re.search(r"[^\w.:%-]", host)):
        raise AddressError("the host of the URL cannot be read", _ESCAPES)
    if address.endswith(":") or parts.port == 0:
        raise AddressError("the port of the URL cannot be read", "give 1 to 65535, or none")
    return host or None


def _database(path: str) -> str:
    name = _plain(path.removeprefix("/"))
    if not name:
        raise AddressError("the URL names no database", "write its name behind the host and a '/'")
    if "/" in name:
        raise AddressError("the name of the database holds a '/'", "write the name alone")
    return name


def _options(kind: str, query: str) -> tuple[tuple[str, str], ...]:
    pairs = parse_qsl(query, keep_blank_values=True)
    for name, value in pairs:
        if re.search("pass(?!file)|pwd", name, flags=re.IGNORECASE):
            cure = "write it in front of the host, as user:password"
            raise AddressError("a password stands behind the '?'", cure)
        if name not in _OPTIONS[kind]:
            # Not shown: it may be a piece of a password.
            close = difflib.get_close_matches(name, _OPTIONS[kind], n=1)
            hint = f"did you mean '{close[0]}'? " if close else ""
            known = f"{hint}known: {', '.join(_OPTIONS[kind])}"
            raise AddressError("an option behind the '?' is unknown", known)
        if not value or not value.isprintable():
            raise AddressError(f"the option {name} has no value", f"write {name}=...")
    if len(dict(pairs)) < len(pairs):
        raise AddressError("an option stands twice behind the '?'", "keep one of them")
    if "connect_timeout" in dict(pairs) and not dict(pairs)["connect_timeout"].isdecimal():
        raise AddressError("connect_timeout is no whole number", "give seconds, such as 10")
    return tuple(pairs)
