"""Define the report of a run: all that its page and its text show, read once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from features.heuristic import Heuristic
from tuner.ablation.model import Ablation
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.stats.interval import Interval
from tuner.tuning.trials import Trial
from tuner.verdict.model import Verdict

__all__ = [
    "AgentEffort",
    "BaselineRow",
    "DepthReached",
    "FeatureRow",
    "ParameterRow",
    "Repeat",
    "RunReport",
    "Standing",
    "WinLoss",
]


@dataclass(frozen=True)
class ParameterRow:
    """Hold one tuned parameter: a number of the formula, or of the search.

    Attributes:
        name: what the study calls it.
        summary: what it means, in one line; "" where nobody wrote that.
        hand_set: the hand-set value.
        tuned: the tuned value; None before the verdict.
        low: least value of the range.
        high: greatest value of the range.
        integer: whether only whole numbers are tried.
        log: whether equal ratios count as equal steps.
        hand_set_share: where the hand-set value lies in the range, 0 at its low end and 1 at its
            high one; by ratios where the range is logarithmic.
        tuned_share: where the tuned value lies; None before the verdict.
    """

    name: str
    summary: str
    hand_set: float
    tuned: float | None
    low: float
    high: float
    integer: bool
    log: bool
    hand_set_share: float
    tuned_share: float | None


@dataclass(frozen=True)
class WinLoss:
    """Hold how the games of an agent against a baseline ended, as the agent sees them."""

    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class BaselineRow:
    """Hold one baseline and what both agents scored against it on the verdict openings.

    Attributes:
        name: of the baseline.
        plays: what it plays, in words.
        weight: its share in the mean over the baselines, 0 to 1.
        tuned: score of the tuned agent, None before the verdict.
        hand_set: score of the hand-set agent, None before the verdict.
        tuned_games: the games of the tuned agent; None where they are not all there.
        hand_set_games: the same for the hand-set agent.
    """

    name: str
    plays: str
    weight: float
    tuned: Interval | None
    hand_set: Interval | None
    tuned_games: WinLoss | None
    hand_set_games: WinLoss | None


@dataclass(frozen=True)
class FeatureRow:
    """Hold one feature that the formula reads.

    Attributes:
        call: how the formula writes it, such as "moves(own)".
        summary: what it is, in one line.
    """

    call: str
    summary: str


@dataclass(frozen=True)
class DepthReached:
    """Hold how far an agent looks ahead that has no fixed depth.

    Attributes:
        depth: the mean of the last finished depth.
        to_end: share of the positions in which it saw to the end of the game.
        positions: sampled positions that were searched.
        nodes: the limit with which they were searched.
    """

    depth: Interval
    to_end: Interval
    positions: int
    nodes: int


@dataclass(frozen=True)
class AgentEffort:
    """Hold how an agent looks ahead, and how much it looks at for a move.

    Attributes:
        name: what the report calls it.
        plays: how it looks ahead, in words; of a baseline also its heuristic.
        games: its verdict games, 0 before the verdict.
        nodes: positions that it visits in a move, the mean over pairs of games; None before it
            has games.
        reached: None where it has a fixed depth, or looks ahead in several ways.
    """

    name: str
    plays: str
    games: int
    nodes: Interval | None
    reached: DepthReached | None


@dataclass(frozen=True)
class Standing:
    """Hold how far a run has come.

    Attributes:
        trials: different vectors that the search has tried.
        trials_planned: by the budget.
        finalists: that are finished on the selection openings.
        games: in the ledger.
        seconds: that the run took until now, all its starts together.
    """

    trials: int
    trials_planned: int
    finalists: int
    games: int
    seconds: float


@dataclass(frozen=True)
class Repeat:
    """Hold what somebody needs to repeat a run.

    Attributes:
        digest: SHA-256 of the study, in hex.
        seed: of the study.
        versions: of this program and the libraries that decide a result.
        starts: machine, threads, Python and time of each start, as the run's manifest has them.
        study_yaml: the text of the study, with nothing left to guess.
        files: name and text of the Python files of the user's own features and game.
        reproducible: whether the same study gives the same games on every machine.
    """

    digest: str
    seed: int
    versions: Mapping[str, str]
    starts: tuple[Mapping[str, str], ...]
    study_yaml: str
    files: tuple[tuple[str, str], ...]
    reproducible: bool


@dataclass(frozen=True)
class RunReport:
    """Hold all that a report of a run shows.

    Attributes:
        folder: name of the run's folder.
        study: what was tuned.
        verdict: None before the end.
        standing: how far the run has come.
        parameters: what is tuned, in the order of the study.
        trials: of the search, as far as they are written.
        baselines: in the order of the study.
        features: that the formula reads, in the order of its text.
        efforts: of the tuned agent (before the verdict: the hand-set one only) and the baselines.
        notes: what was noted before and during the run.
        repeat: what somebody needs to repeat the run.
        best_yaml: text of the agent that the run exports; "" before the verdict.
        ablation: what each part of that agent is worth; None where nobody asked.
    """

    folder: str
    study: Study
    verdict: Verdict | None
    standing: Standing
    parameters: tuple[ParameterRow, ...]
    trials: tuple[Trial, ...]
    baselines: tuple[BaselineRow, ...]
    features: tuple[FeatureRow, ...]
    efforts: tuple[AgentEffort, ...]
    notes: tuple[str, ...]
    repeat: Repeat
    best_yaml: str
    ablation: Ablation | None = None

    @property
    def heuristic(self) -> Heuristic:
        """Return the heuristic whose numbers were tuned."""
        return self.study.heuristic

    @property
    def hand_set(self) -> Agent:
        """Return the hand-set agent."""
        study = self.study
        return Agent("hand-set", study.heuristic, study.heuristic.defaults, study.search)
