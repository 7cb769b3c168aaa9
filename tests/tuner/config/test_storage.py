"""The address of a team's database: what people write is read, and the password is never shown."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import TINY, CommandLine
from studies import MINIMAL, load

from tuner.config.canonical import effective_config, study_digest, write_effective_yaml
from tuner.samplers.database_address import DatabaseAddress, DriverError, read_address

SSL, SOCKET = (("sslmode", "require"),), (("host", "/var/run/postgresql"),)


@pytest.mark.parametrize(
    ("written", "address", "shown"),
    [
        (
            "postgres://ann:quokka@host/db",
            DatabaseAddress("postgresql", "ann", "quokka", False, "host", None, "db", ()),
            "postgresql://ann:***@host/db",
        ),
        (
            "postgresql+psycopg://ann:q%2Fu%40o%3Ak%25ka@[::1]:5433/db?sslmode=require",
            DatabaseAddress("postgresql", "ann", "q/u@o:k%ka", False, "::1", 5433, "db", SSL),
            "postgresql://ann:***@[::1]:5433/db?sslmode=require",
        ),
        (
            "mysql+pymysql://a%40b@db.example.org:3307/team%20one",
            DatabaseAddress("mysql", "a@b", None, False, "db.example.org", 3307, "team one", ()),
            "mysql://a%40b@db.example.org:3307/team%20one",
        ),
        (
            "postgresql:///db?host=/var/run/postgresql",
            DatabaseAddress("postgresql", None, None, False, None, None, "db", SOCKET),
            "postgresql:///db?host=/var/run/postgresql",
        ),
        (
            "mariadb://ann:***@host/db",
            DatabaseAddress("mysql", "ann", None, True, "host", None, "db", ()),
            "mysql://ann:***@host/db",
        ),
        (
            "POSTGRESQL://:quokka@[fe80::1%25eth0]/db",
            DatabaseAddress("postgresql", None, "quokka", False, "fe80::1%eth0", None, "db", ()),
            "postgresql://:***@[fe80::1%25eth0]/db",
        ),
    ],
)
def test_what_people_write_is_read(written: str, address: DatabaseAddress, shown: str) -> None:
    found = read_address(written)
    assert found == address
    assert found.shown == shown
    # What is kept is read again, without the password.
    masked = "***" in shown
    assert read_address(shown) == replace(address, password=None, masked=masked)
    assert "quokka" not in repr(found)


@pytest.mark.parametrize(
    ("password", "text", "masked"),
    [
        ("quokka", "password quokka of user quokka1", "password *** of user ***1"),
        ("q u/k", "q u/k, q%20u%2Fk, q%20u%2fk", "***, ***, ***"),
        ("a@b", "tried a@b and a%40b", "tried *** and ***"),
    ],
)
def test_a_password_is_masked_however_it_is_written(password: str, text: str, masked: str) -> None:
    address = DatabaseAddress("postgresql", "ann", password, False, "host", None, "db", ())
    assert address.without_password(text) == masked
    assert replace(address, password=None).without_password(text) == text


def test_where_trials_are_copied_decides_nothing(tmp_path: Path) -> None:
    plain = load(tmp_path, MINIMAL)
    study = load(tmp_path, f"{MINIMAL}storage: postgres://ann:quokka@host/db\n")
    assert study_digest(study) == study_digest(plain)
    assert effective_config(study) == effective_config(plain)
    assert "storage" not in write_effective_yaml(plain)
    kept = write_effective_yaml(study)
    assert kept.splitlines()[-1] == "storage: postgresql://ann:***@host/db"
    again = load(tmp_path, kept)
    assert again.storage is not None
    assert again.storage.masked
    assert "quokka" not in repr(study)


def test_check_shows_the_address_without_its_password(tmp_path: Path, tune: CommandLine) -> None:
    file = tmp_path / "tiny.yaml"
    file.write_text(f"{TINY}storage: mysql+pymysql://ann:quokka@host/db\n")
    said = tune("check", file)
    assert "  trials are copied to mysql://ann:***@host/db while it runs" in said.lines
    shown = tune("check", file, "--json")
    assert shown.json["storage"] == "mysql://ann:***@host/db"
    file.write_text(TINY)
    assert tune("check", file, "--json").json["storage"] == "sqlite"
    assert "quokka" not in f"{said}{json.dumps(shown.json)}{shown.err}"


@pytest.mark.parametrize(
    ("kind", "driver", "install"),
    [("postgresql", "psycopg", "'psycopg[binary]'"), ("mysql", "pymysql", "'pymysql[rsa]'")],
)
def test_without_the_driver_one_line_says_what_to_install(
    kind: str, driver: str, install: str, tmp_path: Path, tune: CommandLine, monkeypatch
) -> None:
    monkeypatch.setattr("tuner.samplers.database_address.find_spec", lambda _: None)
    file, runs = tmp_path / "tiny.yaml", tmp_path / "runs"
    file.write_text(f"{TINY}storage: {kind}://ann:quokka@host/db\n")
    said = {tune("run", file, "--runs", runs).error, tune("check", file).error}
    assert said == {
        f"error: storage {kind}://ann:***@host/db needs {driver}, which is not installed "
        f"(pip install {install})"
    }
    assert not runs.exists()
    with pytest.raises(DriverError):
        read_address(f"{kind}://host/db").require_driver()
