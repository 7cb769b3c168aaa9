"""Write a page on the accuracy of all presets: python -m makers.accuracy_page docs/accuracy.md."""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
from collections.abc import Collection, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import TuneError
from engine.game import Game
from engine.games import find_game
from engine.play.lookahead import AlphaBeta
from engine.play.searches import RandomMoves
from features.presets import find_preset, presets, spelling
from makers.tuning_ways_page import tuning_part
from tuner.cli.output import fail
from tuner.files import save_text
from tuner.matches.agent import Agent
from tuner.solved.accuracy import SIGNIFICANCE, accuracy_of, kept_by
from tuner.solved.file import SolvedFile
from tuner.solved.positions import STAGES, Choices, choices_of, find_solved, stages_of

__all__ = ["DEPTHS", "Measured", "accuracy_page", "inputs_digest", "main", "page_agents"]

Measured = Sequence[tuple[str, Agent]]
"""Agents come with the first cell of their rows."""

DEPTHS = (1, 3, 5)
"""The alpha-beta searches on the page have these depths."""

_KERNELS = 1
"""It stands for the kernels in the digest: raise it when searches or features choose otherwise."""

_SPLIT = "verdict"
_SEED = 1

_MEANING = """\
A position is solved when it is known who wins with perfect play. Where the side to move wins and
some of its moves throw the win away, the choice matters. *Accuracy* is the share of such positions
in which an agent's move keeps the win. A move at random keeps it as often as the row "chance"
says, which is exact; perfect play always does.

What it means: an agent of higher accuracy gives away fewer won games, move for move, in positions
that no search for better values has seen. It needs no opponents and no games, so nothing is left
to luck but the choice of the positions, which the 95% intervals are for, and ties, which are
broken at random.

What it does not mean: it is no score in games. It says nothing of lost positions, where a good
player sets traps for an opponent that errs; it counts every position alike, however much depends
on it; and the stages have equal shares here, not those of games. Agents of one depth do not take
the same time. Compare rows of one depth, and let games decide who is the better player.
"""

_MAKING = """\
The set is part of the package; `python -m makers.solved_positions` makes it again, the same
positions on every machine. They come from games between random play and five published heuristics,
greedy and with alpha-beta to depths of 2 to 5, whose sides make none, a tenth or three tenths of
their moves at random. The five are open, improved, weighted_space, pressure and place_difference,
which meet more positions of their own making than other presets do. Each game gives one position,
and no two positions are images of each other. The exact solver solves every move of each. A hash
that all images share puts a position into the search half, on which parameters may be tuned, or
into the half that no search looks at, which this page and `tune accuracy` use. Before the eighth
ply there is hardly a choice but the answer to the first placement, of which there are ten up to
symmetry: the colours of the knights' squares decide the other positions, whatever is played.
"""

_KEYS = f"""\
`tune accuracy AGENT ... --json` prints `game`, `split` and `reproducible`; `agents`, each with
`name`, `plays`, `stages` and `all`; and `against_first`, each further agent beside the first. A
stage has `stage`, `positions`, `kept`, `share`, `low`, `high` (Wilson's 95% interval) and
`chance`. A comparison has `name`, `first`, `verdict`, `difference` (`name` minus `first`), `low`,
`high` (Newcombe's paired 95% interval), `p_value` (McNemar's exact test), and the numbers of
positions that `both`, `name_alone`, `first_alone` and `neither` kept. The verdict names an agent
as better where the p-value is below {SIGNIFICANCE:g} and the interval leaves out 0; it is "neither
is better" where the interval ends within half a point in a hundred on both sides, else "undecided".
"""


def accuracy_page(
    game: Game[Any],
    agents: Measured,
    command: str,
    threads: int,
    tuning: Sequence[str] = (),
) -> str:
    """Return the page as Markdown: what accuracy is, and that of some agents.

    Args:
        game: one that has solved positions.
        agents: that have a row each.
        command: that writes the page.
        threads: that search.
        tuning: lines on what tuning on accuracy gains.
    """
    solved = find_solved(game)
    choices = choices_of(solved, _SPLIT, _SEED)
    with ThreadPoolExecutor(threads, "tune") as executor:
        rows = [_row(game, label, agent, choices, executor) for label, agent in agents]
    headings = [*STAGES, "all"]
    return "\n".join(
        [
            f"# Accuracy on solved positions\n\nWritten by\n\n```sh\n{command}\n```\n",
            f"<!-- inputs {inputs_digest(game, [label for label, _ in agents])} -->\n",
            _MEANING,
            f"## Presets on {game.name}\n",
            f"{len(choices):,} positions that no search looks at, in which the choice matters; "
            "shares in percent with Wilson's 95% intervals.\n",
            f"| agent | {' | '.join(headings)} |",
            f"| --- |{' ---: |' * len(headings)}",
            _chance_row(choices),
            *rows,
            "",
            *tuning,
            "## The solved positions\n",
            *_contents(game, solved),
            "",
            _MAKING,
            "## Keys of the JSON\n",
            _KEYS.rstrip() + "\n",
        ]
    )


def inputs_digest(game: Game[Any], labels: Collection[str]) -> str:
    """Return the digest of what decides the measured rows: agents, positions, kernels.

    A page that holds another one is to be written anew. A preset that is newer than the page has
    no row on it and changes nothing.

    Args:
        game: one that has solved positions.
        labels: first cells of the rows that count.
    """
    agents = [
        (label, agent.heuristic.digest, agent.values, str(agent.search))
        for label, agent in page_agents(game, DEPTHS)
        if label in labels
    ]
    content = [agents, find_solved(game).digest, _SPLIT, _SEED, _KERNELS]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]


def page_agents(game: Game[Any], depths: Sequence[int]) -> list[tuple[str, Agent]]:
    """Return random play, and every preset of the family at every depth, as the page names them."""
    null = find_preset("null")
    found = [("random play", Agent("random", null, null.defaults, RandomMoves()))]
    for depth in depths:
        search = AlphaBeta(depth=depth)
        for preset in presets():
            if preset.family == game.family:
                agent = Agent(spelling(preset), preset, preset.defaults, search)
                found.append((f"{agent.name}, depth {depth}", agent))
    return found


def _row(game: Game[Any], label: str, agent: Agent, choices: Choices, executor: Executor) -> str:
    accuracy = accuracy_of(agent, kept_by(game, agent, choices, executor), choices)
    shares = [stage.share for stage in (*accuracy.stages, accuracy.all)]
    cells = [
        f"{100 * one.estimate:.1f} ({100 * one.low:.1f} to {100 * one.high:.1f})" for one in shares
    ]
    return f"| {label} | {' | '.join(cells)} |"


def _chance_row(choices: Choices) -> str:
    means = [choices.chance[choices.stages == index].mean() for index in range(len(STAGES))]
    cells = [f"{100 * mean:.1f}" for mean in (*means, choices.chance.mean())]
    return f"| chance | {' | '.join(cells)} |"


def _contents(game: Game[Any], solved: SolvedFile) -> list[str]:
    """Return a table of what the set holds, both halves together."""
    choice = solved.won & (solved.keep != solved.moves)
    kinds = (choice, solved.won & ~choice, ~solved.won)
    stages = stages_of(game, solved.plies)
    rows = []
    for index, stage in enumerate(STAGES):
        counts = [int(np.count_nonzero(kind & (stages == index))) for kind in kinds]
        plies = solved.plies[stages == index]
        blanks = f"{game.max_plies - plies.max()} to {game.max_plies - plies.min()}"
        rows.append(f"| {stage} | {blanks} | {' | '.join(f'{count:,}' for count in counts)} |")
    return [
        "| stage | blank squares | won, the choice matters | won whatever is played | lost |",
        "| --- | ---: | ---: | ---: | ---: |",
        *rows,
    ]


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m makers.accuracy_page", description=__doc__)
    parser.add_argument("page", type=Path, help="Markdown file to write")
    parser.add_argument("--threads", type=int, default=2, help="that search and play")
    words = parser.parse_args()
    command = f"python -m makers.accuracy_page {words.page.as_posix()}"
    try:
        with tempfile.TemporaryDirectory(prefix="tune-") as runs:
            tuning = tuning_part(Path(runs), words.threads)
        game = find_game("isolation")
        agents = page_agents(game, DEPTHS)
        text = accuracy_page(game, agents, command, words.threads, tuning)
    except TuneError as error:
        fail(str(error), 2)
    save_text(words.page, text)


if __name__ == "__main__":
    main()
