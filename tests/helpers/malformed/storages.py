"""Addresses of databases that are none; no message shows a password."""

from __future__ import annotations

from malformed import Case

_ESCAPES = "write a password's / as %2F, : as %3A, @ as %40, ? as %3F, # as %23, % as %25"


def _storage(written: str, message: str) -> Case:
    return Case("storage: sqlite", f"storage: {written}", f":15: storage: {message}")


CASES = {
    "scheme of another database": _storage(
        "oracle://ann:secret@host/db",
        "this is no storage that is known; write sqlite, a postgresql:// URL or a mysql:// URL",
    ),
    "file of a database": _storage(
        "sqlite:///study.db",
        "this is no storage that is known; write sqlite, a postgresql:// URL or a mysql:// URL",
    ),
    "number for a storage": _storage(
        "5432", "this is not a text; write sqlite, or the URL of a database"
    ),
    "nothing for a storage": _storage("", "no value is given; write one, or remove the key"),
    "address without a database": _storage(
        "postgresql://ann:secret@host",
        "the URL names no database; write its name behind the host and a '/'",
    ),
    "address with a folder": _storage(
        "postgresql://ann:secret@host/db/",
        "the name of the database holds a '/'; write the name alone",
    ),
    "password with a slash": _storage(
        "postgresql://ann:sec/ret@host/db", f"host or port of the URL cannot be read; {_ESCAPES}"
    ),
    "password with a question mark": _storage(
        "postgresql://ann:sec?ret@host/db", f"host or port of the URL cannot be read; {_ESCAPES}"
    ),
    "numeric password with a question mark": _storage(
        "postgresql://ann:5?ret@host/db", f"a special character stands in the URL; {_ESCAPES}"
    ),
    "password with an at sign": _storage(
        "postgresql://ann:secret@secret@host/db", f"the host of the URL cannot be read; {_ESCAPES}"
    ),
    "password with a percent sign": _storage(
        "postgresql://ann:100%secret@host/db",
        f"a % stands in the URL without two hexadecimal digits; {_ESCAPES}",
    ),
    "password that is no UTF-8": _storage(
        "mysql://ann:secret%FF@host/db", f"the escapes of the URL are not UTF-8; {_ESCAPES}"
    ),
    "password with an invisible character": _storage(
        "mysql://ann:secret%00@host/db", "the URL holds an invisible character; remove it"
    ),
    "password with a blank": _storage(
        "postgresql://ann:my secret@host/db",
        "the URL holds a blank or an invisible character; write %20 for one",
    ),
    "password behind the question mark": _storage(
        "mysql://host/db?user=ann&passwd=secret",
        "an option behind the '?' is unknown; known: charset, connect_timeout, ssl_ca, ssl_cert, "
        "ssl_key, unix_socket",
    ),
    "password alone behind the question mark": _storage(
        "postgresql://ann@host/db?password=secret",
        "a password stands behind the '?'; write it in front of the host, as user:password",
    ),
    "misspelt option": _storage(
        "mysql://ann:secret@host/db?chraset=utf8",
        "an option behind the '?' is unknown; did you mean 'charset'? known: charset, "
        "connect_timeout, ssl_ca, ssl_cert, ssl_key, unix_socket",
    ),
    "option without a value": _storage(
        "postgresql://ann:secret@host/db?sslmode=",
        "the option sslmode has no value; write sslmode=...",
    ),
    "option twice": _storage(
        "postgresql://ann:secret@host/db?sslmode=require&sslmode=disable",
        "an option stands twice behind the '?'; keep one of them",
    ),
    "option that is no number": _storage(
        "mysql://ann:secret@host/db?connect_timeout=soon",
        "connect_timeout is no whole number; give seconds, such as 10",
    ),
    "port beyond 16 bits": _storage(
        "postgresql://ann:secret@host:65536/db",
        f"host or port of the URL cannot be read; {_ESCAPES}",
    ),
    "port of nothing": _storage(
        "postgresql://ann:secret@host:/db",
        "the port of the URL cannot be read; give 1 to 65535, or none",
    ),
    "address in brackets that are open": _storage(
        "postgresql://ann:secret@[::1/db", f"host or port of the URL cannot be read; {_ESCAPES}"
    ),
    "address with a secret for a name": Case(
        "name: pressure",
        "name: postgresql://ann:my secret@host/db",
        ":1: name: 'postgresql://...@host/db' cannot be the name of a folder; use up to 64 "
        "letters, digits, '-', '_' and '.', a letter or digit first",
    ),
    "options with a secret for a number": Case(
        "seed: 1",
        "seed: mysql://host/db?password=secret&charset=utf8",
        ":14: seed: 'mysql://host/db?password=...&charset=utf8' is a text, not a number; give a "
        "number",
    ),
}
