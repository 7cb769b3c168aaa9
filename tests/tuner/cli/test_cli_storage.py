"""The password of a database: no file of a run and nothing that a command writes has it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from command_line import TINY
from postgres_server import PostgresServer

from tuner.config.study import load_study
from tuner.tuning.run_folder import run_folder

COMMANDS = """
import contextlib, logging, sys, warnings
from tuner.cli.app import main
from tuner.tuning import recorder

logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)
for name in ("sqlalchemy", "psycopg", "alembic", "optuna"):
    logging.getLogger(name).setLevel(logging.DEBUG)
recorder._LAST_SECONDS = 3.0
for words in sys.stdin.read().splitlines():
    sys.argv = ["tune", *words.split(" ")]
    print(f"--- {words}", flush=True)
    print(f"--- {words}", file=sys.stderr, flush=True)
    with contextlib.suppress(SystemExit):
        main()
"""
"""All commands in one process, which says all that it could say."""

SECRETS = ("xylorimba", "zy/mur%gy 9")


def commands(folder: Path, *lines: str) -> tuple[str, str]:
    """What commands write to both ends, given in a folder."""
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", COMMANDS],
        input="\n".join(lines),
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, done.stderr


@pytest.mark.slow
def test_the_password_stands_nowhere(
    tmp_path: Path, postgres: PostgresServer, database: str
) -> None:
    plain, escaped = SECRETS
    postgres.execute(f"CREATE ROLE zoe LOGIN PASSWORD '{escaped}'")
    postgres.execute(f"ALTER DATABASE {database} OWNER TO zoe")
    here = f"127.0.0.1:{postgres.port}"
    urls = {
        "wrong": f"postgresql://zoe:{plain}@{here}/{database}",
        "gone": f"mysql://zoe:{plain}@127.0.0.1:1/{database}",
        "right": f"postgresql://zoe:{quote(escaped, safe='')}@{here}/{database}",
        "malformed": f"postgresql://zoe:{plain}@{here}",
        "unescaped": f"postgresql://zoe:{escaped}@{here}/{database}",
    }
    configs = tmp_path / "configs"
    configs.mkdir()
    for name, url in urls.items():
        (configs / f"{name}.yaml").write_text(f"{TINY}storage: {url}\n")
    (configs / "misplaced.yaml").write_text(TINY.replace("trials: 4", f"trials: '{urls['right']}'"))
    (tmp_path / "here").mkdir()
    run = run_folder(load_study(configs / "right.yaml"), Path("runs")).path
    out, err = commands(
        tmp_path / "here",
        *(f"check ../configs/{name}.yaml --json" for name in ("right", "malformed", "misplaced")),
        "check ../configs/wrong.yaml",
        *(f"run ../configs/{name}.yaml --threads 1 --json" for name in urls),
        f"run {run} --threads 1",
        f"status {run}",
        f"status {run} --json",
        f"report {run} --to md",
        f"export {run} --to json",
        "list runs",
    )
    # It did fail, and it did succeed.
    assert 'FATAL:  password authentication failed for user "zoe"' in err
    assert "INFO:sqlalchemy.engine.Engine:COMMIT" in err
    assert f"mysql://zoe:***@127.0.0.1:1/{database}: " in err
    assert "fe_sendauth: no password supplied" in err
    ((copied,),) = postgres.execute("SELECT count(*) FROM trials", database)
    assert copied == 4
    files = [path for path in (tmp_path / "here").rglob("*") if path.is_file()]
    assert {"study.yaml", "manifest.json", "ledger.db", "report.html"} <= {
        one.name for one in files
    }
    written = {"stdout": out.encode(), "stderr": err.encode()}
    written |= {str(path): path.read_bytes() for path in files}
    pieces = ("xylorimba", "zy/mur", "mur%gy", "mur%25gy", "zy%2fmur", "gy%209")
    found = [
        (name, piece)
        for name, content in written.items()
        for piece in pieces
        if re.search(re.escape(piece.encode()), content, flags=re.IGNORECASE)
    ]
    assert found == []
