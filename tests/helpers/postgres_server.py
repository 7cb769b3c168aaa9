"""A PostgreSQL server of the tests' own, on a port of this machine alone."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

import psycopg

__all__ = ["PostgresServer", "programs_of_postgres"]

USER = "ann"
_INITDB = ("--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync")
_LOOPBACK = "127.0.0.1"
_QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "shared_buffers=16MB")


def programs_of_postgres() -> Path | None:
    """The folder with initdb and postgres of the newest version that is installed."""
    folders = [Path(found).resolve().parent] if (found := shutil.which("initdb")) else []
    folders += sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: float(one.parent.name)
    )
    return next((one for one in folders[::-1] if (one / "initdb").exists()), None)


class PostgresServer:
    """A server that can be stopped and started again; it ends with the thread that starts it."""

    def __init__(self, programs: Path, password: str) -> None:
        # It refuses to run as root, and another user cannot look into the folders of pytest.
        self.folder = Path(tempfile.mkdtemp(prefix="tune-postgres-"))
        self.programs, self.password = programs, password
        with socket.socket() as free:
            free.bind((_LOOPBACK, 0))
            self.port = free.getsockname()[1]
        self._user = {"user": "nobody", "group": "nogroup"} if os.geteuid() == 0 else {}
        self._process: subprocess.Popen[bytes] | None = None
        secret = self.folder / "password"
        secret.write_text(password)
        if self._user:
            for path in (self.folder, secret):
                shutil.chown(path, **self._user)
        self._run("initdb", "--pwfile", secret, "--username", USER, *_INITDB).wait()

    def _run(self, program: str, *words: str | Path) -> subprocess.Popen[bytes]:
        # What is killed cannot stop it: the system does.
        prefix = ["setpriv", "--pdeathsig", "QUIT"] if shutil.which("setpriv") else []
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [*prefix, self.programs / program, "-D", self.folder / "data", *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **self._user,
            )

    def start(self) -> None:
        settings = (*_QUICK, f"listen_addresses={_LOOPBACK}")
        words = [word for one in settings for word in ("-c", one)]
        for _ in range(600):
            # What a killed one has left may be in its way for a moment.
            if self._process is None or self._process.poll() is not None:
                self._process = self._run(
                    "postgres", "-p", str(self.port), "-k", self.folder, *words
                )
            try:
                self.execute("SELECT 1")
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError((self.folder / "log").read_text())

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """At once, without a word to anybody; by SIGKILL not even that."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait()
        self._process = None

    def close(self) -> None:
        if self._process is not None:
            self.stop()
        shutil.rmtree(self.folder)

    def url(self, database: str, password: str | None = None, scheme: str = "postgresql") -> str:
        secret = quote(self.password if password is None else password, safe="")
        return f"{scheme}://{USER}:{secret}@{_LOOPBACK}:{self.port}/{database}"

    def execute(self, text: str, database: str = "postgres") -> list[tuple]:
        """The rows that a statement gives."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            found = connection.execute(text)
            return found.fetchall() if found.description else []

    def new_database(self) -> str:
        """The name of an empty database."""
        if self._process is None:
            self.start()
        ((count,),) = self.execute("SELECT count(*) FROM pg_database")
        self.execute(f"CREATE DATABASE team{count}")
        return f"team{count}"
