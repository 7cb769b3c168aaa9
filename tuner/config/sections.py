"""List the sections of a study file, with the default and the values of each key.

A section knows nothing of the game and the heuristic, which `tuner.config.study` resolves.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainValidator,
    Tag,
)

from engine.kernels.limits import MAX_DEPTH
from engine.play.search import TIES
from engine.play.searches import ALGORITHMS
from tuner.config.counts import BASELINES, CONDITIONS, PARAMETERS, ROWS, TABLES, TERMS
from tuner.config.opponents import LISTED, OPPONENTS
from tuner.config.racing import EQUAL, NO_PRUNER, PRUNERS, SELECTIONS
from tuner.config.samplers import DEFAULT_SAMPLER, SamplerChoice
from tuner.config.section import LIST, MAPPING, TEXT, Section, one_of
from tuner.config.sequential import VerdictSection
from tuner.config.values import (
    Count,
    FileName,
    Label,
    Number,
    Plies,
    Positive,
    TableRow,
    Term,
    Whole,
    choice,
    problem,
    read_storage,
)
from tuner.matches.agent import MAX_WEIGHT
from tuner.matches.objective import NO_WARM_START, OBJECTIVES, WARM_STARTS
from tuner.samplers.database_address import DatabaseAddress

__all__ = [
    "AgentFileSection",
    "AgentSection",
    "BaselinesChoice",
    "BudgetSection",
    "ConditionSection",
    "HeuristicSection",
    "OpeningsSection",
    "ParameterSection",
    "RangeSection",
    "SearchSection",
    "StudySection",
    "TableSection",
]

_OBJECTIVES = tuple(one.name for one in OBJECTIVES)


def _filled(value: Any) -> Any:
    if not value:
        kind = "mapping" if isinstance(value, dict) else "list"
        raise problem(f"the {kind} is empty", "write at least one entry")
    return value


def _own_range(value: Any) -> Any:
    # `floor:` with nothing behind it tunes floor over the range that the heuristic gives it.
    return {} if value is None else value


class ParameterSection(Section):
    """Say the hand-set value of a parameter, and the range that tuning may use."""

    default: Number = Field(examples=["1.0"])
    low: Number = Field(examples=["0.0"])
    high: Number = Field(examples=["2.0"])
    integer: bool = False
    log: bool = False
    summary: str = ""


class TableSection(Section):
    """Say which numbers a table of squares has; `values` are its rows, by default all are alike."""

    symmetric: bool = True
    low: Number = Field(examples=["0"])
    high: Number = Field(examples=["16"])
    default: Number | None = None
    values: Annotated[list[TableRow] | None, ROWS] = None
    integer: bool = False


class HeuristicSection(Section):
    """Write a heuristic out; `features` are paths of Python files with the user's own."""

    name: Label = "custom"
    variant: str = ""
    summary: str = ""
    parameters: Annotated[dict[str, ParameterSection], PARAMETERS] = Field(default_factory=dict)
    where: Annotated[dict[str, Term], TERMS] = Field(default_factory=dict)
    formula: Term = Field(examples=["moves(own) - moves(opp)"])
    features: list[str] = Field(default_factory=list)
    tables: Annotated[dict[str, TableSection], TABLES] = Field(default_factory=dict)


class SearchSection(Section):
    """Name a search and its settings; `engine.play.searches.make_search` checks that they fit."""

    algorithm: Annotated[str, choice("search algorithm", ALGORITHMS)] = Field(
        examples=["alphabeta"]
    )
    depth: Annotated[Whole, Field(ge=1, le=MAX_DEPTH)] | None = None
    nodes: Count | None = None
    time_ms: Positive | None = None
    switch_ply: Count | None = None
    first: SearchSection | None = None
    then: SearchSection | None = None
    otherwise: SearchSection | None = None
    ties: Annotated[str, choice("tie rule", TIES)] = "random"
    gives_up: bool = False


HeuristicChoice = Annotated[
    Annotated[str, Tag(TEXT)] | Annotated[HeuristicSection, Tag(MAPPING)],
    one_of((TEXT, MAPPING), "name a preset or a YAML file, or write parameters and formula"),
]


class AgentSection(Section):
    """Write a baseline out, or name the file of an agent, which needs no further key."""

    name: Label | None = None
    agent: str | None = None
    heuristic: HeuristicChoice | None = None
    variant: str | None = None
    values: dict[str, Number] = Field(default_factory=dict)
    search: SearchSection | None = None
    weight: Annotated[Positive, Field(le=MAX_WEIGHT)] = 1.0


class AgentFileSection(Section):
    """Hold a file with one agent, as a study exports it."""

    name: Label | None = None
    game: str | None = None
    heuristic: HeuristicChoice
    variant: str | None = None
    values: dict[str, Number] = Field(default_factory=dict)
    search: SearchSection | None = None


class RangeSection(Section):
    """Say the range of a tuned parameter; what is left out stays as the heuristic has it."""

    low: Number | None = None
    high: Number | None = None
    log: bool | None = None
    integer: bool | None = None


class OpeningsSection(Section):
    """Say with how many random plies games begin."""

    plies: Plies = 4


class BudgetSection(Section):
    """Say how many trials there are, and how many pairs of games a baseline in each stage."""

    trials: Count = 300
    pairs: Count = 200
    finalists: Count = 10
    final_pairs: Count = 5000
    verdict_pairs: Annotated[Count, Field(ge=16)] = 20000


class ConditionSection(Section):
    """Name a further condition of the verdict: its search, its openings and its pairs."""

    name: Label | None = None
    search: SearchSection = Field(examples=["{algorithm: alphabeta, nodes: 2000}"])
    openings: OpeningsSection | None = None
    pairs: Annotated[Count, Field(ge=16)] | None = None


TuneChoice = Annotated[
    Annotated[
        dict[
            str,
            Annotated[RangeSection, BeforeValidator(_own_range)],
        ],
        Tag(MAPPING),
    ]
    | Annotated[list[str], Tag(LIST)],
    one_of((MAPPING, LIST), "list names of parameters, or give each its range"),
    AfterValidator(_filled),
]

BaselinesChoice = Annotated[
    Annotated[str, Tag(TEXT)] | Annotated[list[AgentSection], Tag(LIST)],
    one_of((TEXT, LIST), "name a set of baselines, or list agents"),
    AfterValidator(_filled),
    BASELINES,
]


class StudySection(Section):
    """Hold a study file."""

    name: FileName = Field(examples=["pressure"])
    game: str = Field(examples=["isolation"])
    heuristic: HeuristicChoice = Field(examples=["pressure"])
    variant: str | None = None
    tune: TuneChoice | None = None
    search: SearchSection = SearchSection(algorithm="alphabeta", depth=3)
    baselines: BaselinesChoice = Field(examples=["udacity-2017-02"])
    against: Annotated[str, choice("opponents", OPPONENTS)] = LISTED
    objective: Annotated[str, choice("objective", _OBJECTIVES, later=("elo",))] = "score"
    warm_start: Annotated[str, choice("warm start", tuple(WARM_STARTS))] = NO_WARM_START
    openings: OpeningsSection = OpeningsSection()
    budget: BudgetSection = BudgetSection()
    sampler: SamplerChoice = DEFAULT_SAMPLER
    pruner: Annotated[str, choice("pruner", PRUNERS)] = NO_PRUNER
    selection: Annotated[str, choice("selection", SELECTIONS)] = EQUAL
    seed: Annotated[Whole, Field(ge=0, le=2**63 - 1)] = 1
    ablation: bool = False
    # None for the run folder alone.
    storage: Annotated[DatabaseAddress | None, PlainValidator(read_storage)] = Field(
        default="sqlite", validate_default=True
    )
    conditions: Annotated[list[ConditionSection], CONDITIONS] = Field(default_factory=list)
    verdict: VerdictSection | None = None
