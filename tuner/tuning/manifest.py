"""Read and extend the manifest of a run: what it is of, how that has changed, and each start."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tuner.config.canonical import config_digest, deciding_config, study_digest
from tuner.config.study import Study
from tuner.files import RunError, load_json
from tuner.matches.provenance import machine_text, sources_digest, versions
from tuner.verdict.looks import Look, look_json, look_of

if TYPE_CHECKING:
    from tuner.verdict.model import Verdict

__all__ = ["Manifest", "read_manifest"]


@dataclass(frozen=True)
class Manifest:
    """Hold the content of manifest.json.

    Attributes:
        content: as JSON has it; empty where a run is not begun.
    """

    content: Mapping[str, Any]

    @property
    def run(self) -> str:
        """Return the digest that names the run, "" where it is not begun."""
        return str(self.content.get("run", ""))

    @property
    def digest(self) -> str | None:
        """Return the digest of the configuration at the last start, if there was one."""
        found = self.content.get("digest")
        return None if found is None else str(found)

    @property
    def config(self) -> Mapping[str, Any] | None:
        """Return the `deciding_config` of the last start; None for runs of earlier versions."""
        found: Mapping[str, Any] | None = self.content.get("study")
        return found

    @property
    def notes(self) -> tuple[str, ...]:
        """Return what the user was told at the last start."""
        return tuple(map(str, self._list("notes")))

    @property
    def changes(self) -> Sequence[Mapping[str, Any]]:
        """Return each change of the configuration since the run was begun."""
        return self._list("changes")

    @property
    def fork(self) -> Mapping[str, Any]:
        """Return what was taken from another run (`tuner.tuning.fork`), empty if nothing was."""
        found = self.content.get("fork")
        return found if isinstance(found, dict) else {}

    @property
    def verdicts_aside(self) -> int:
        """Return how many verdicts there were before the present configuration, with those that
        repeat the one before them (`tuner.tuning.present_look`)."""
        before = int(self.fork.get("verdicts", 0))
        put_aside = sum(one.get("verdict") is not None for one in self.changes)
        return max(before + put_aside, len(self.looks_before) + self._repeats_before)

    @property
    def verdicts_seen(self) -> int:
        """Return how many looks at the study there were before the present configuration."""
        return self.verdicts_aside - self._repeats_before

    @property
    def repeats(self) -> bool:
        """Return whether the verdict on the present configuration repeats the one before it."""
        return any(one.get("repeats", False) for one in self._looks_now)

    @property
    def _looks_now(self) -> list[Any]:
        return [one for one in self._list("looks") if one["digest"] == self.digest]

    @property
    def _repeats_before(self) -> int:
        return sum(
            one.get("repeats", False) for one in self._list("looks") if one["digest"] != self.digest
        )

    @property
    def looks(self) -> tuple[Look, ...]:
        """Return all verdicts of the study that are noted and repeat no other, those of the run it
        was forked from first."""
        own = (one["look"] for one in self._list("looks") if not one.get("repeats", False))
        return tuple(map(look_of, (*self.fork.get("looks", ()), *own)))

    @property
    def looks_before(self) -> tuple[Look, ...]:
        """Return the noted verdicts from before the present configuration."""
        now = sum(not one.get("repeats", False) for one in self._looks_now)
        return self.looks[: len(self.looks) - now]

    def looked(self, verdict: Verdict) -> Manifest:
        """Return the manifest with the verdict on the present configuration, noted once."""
        if self._looks_now:
            return self
        versus = verdict.against_baselines
        look = Look(_now(), versus.pairs, versus.difference, verdict.verdict)
        noted: dict[str, Any] = {"digest": self.digest, "look": look_json(look)}
        if len(verdict.looks) < len(self.looks_before):
            noted["repeats"] = True
        return Manifest({**self.content, "looks": [*self._list("looks"), noted]})

    def changed(self, lines: Sequence[str], games: int, verdict: str | None) -> Manifest:
        """Return the manifest after a change of the configuration.

        Args:
            lines: what changes.
            games: that were played before.
            verdict: that there was before, None if nobody could have seen one.
        """
        change = {"at": _now(), "changed": list(lines), "games": games, "verdict": verdict}
        return Manifest({**self.content, "changes": [*self.changes, change]})

    def started(
        self, study: Study, players: Mapping[str, int | None], notes: Sequence[str]
    ) -> Manifest:
        """Return the manifest with one more start.

        Args:
            study: that is started.
            players: how many threads will play, and workers of a cluster if there is one.
            notes: what the user is told; they take the place of earlier ones.
        """
        start = {
            "at": _now(),
            **{name: count for name, count in players.items() if count is not None},
            "python": platform.python_version(),
            "machine": machine_text(),
            "sources": sources_digest(),
        }
        kept = {key: value for key, value in self.content.items() if key != "starts"}
        return Manifest(
            {
                **kept,
                "digest": study_digest(study),
                "study": deciding_config(study),
                "seed": study.seed,
                "versions": versions(),
                "notes": list(notes),
                # Last, for they get more and more.
                "starts": [*self._list("starts"), start],
            }
        )

    def _list(self, key: str) -> list[Any]:
        found = self.content.get(key)
        return found if isinstance(found, list) else []


def read_manifest(path: Path) -> Manifest:
    """Return the manifest in a file, an empty one where there is no file.

    Raises:
        RunError: if it cannot be read, or is not what was written.
    """
    if not path.exists():
        return Manifest({})
    found = Manifest(load_json(path))
    if found.config is not None and (
        not isinstance(found.config, dict) or config_digest(found.config) != found.digest
    ):
        raise RunError(f"{path} is not what was written; restore it, or remove it and run again")
    return found


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
