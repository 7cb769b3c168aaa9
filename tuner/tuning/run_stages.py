"""Go through the stages of a study, search, selection and verdict, and write its files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from tuner.files import save_json, save_text
from tuner.matches.agent import Agent
from tuner.matches.evaluation import Evaluation
from tuner.matches.likeness import likenesses
from tuner.stats.decision import NOT_BETTER, judge
from tuner.tuning.best_agent import best_agent_text
from tuner.tuning.claim import counted_trials, shrunken_value
from tuner.tuning.conditions import further_conditions, nodes_a_move
from tuner.tuning.findings import (
    accuracy_of_both,
    clock_of,
    find_same_play,
    limits_of,
    range_ends,
)
from tuner.tuning.manifest import Manifest
from tuner.tuning.present_look import present_look
from tuner.tuning.recorder import TrialRecorder
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.search import search
from tuner.tuning.selection import Selection, select
from tuner.tuning.sequential_duel import play_duel
from tuner.tuning.study_openings import StudyOpenings
from tuner.tuning.study_run import StudyRun
from tuner.tuning.trials import Trial, best_trial, first_trials, has_noise, trials_table
from tuner.tuning.vain_games import games_in_vain
from tuner.verdict.claim import SearchClaim
from tuner.verdict.headline import headline
from tuner.verdict.json import verdict_json
from tuner.verdict.model import HeadToHead, Verdict, against_baselines, head_to_head

__all__ = ["RunStages"]


@dataclass(frozen=True, eq=False)
class RunStages:
    """Run the stages of one start of a study in order.

    Attributes:
        study_run: what the stages work with.
        openings: of the stages.
        folder: of the run.
        manifest: of this start.
    """

    study_run: StudyRun
    openings: StudyOpenings
    folder: RunFolder
    manifest: Manifest

    def run(self) -> Verdict:
        """Go through every stage, and write the files of the run."""
        with TrialRecorder(self.study_run, self.folder) as recorder:

            def finished(trial: Trial) -> None:
                recorder.add(trial)
                # Not before the first one, for which somebody waits.
                if trial.number > 0:
                    self.openings.complete()

            found = search(self.study_run, finished)
            recorder.complete()
            self._write_trials(found.trials)
            selected = select(self.study_run, found.trials, found.mean, found.answers)
            verdict = self._judge(found.trials, selected)
            tuned, hand_set = selected.finalist.vector, self.study_run.space.hand_set
            agent = self.study_run.agent(tuned if verdict.exports_tuned else hand_set)
            # First: nobody shall see a verdict that is not counted.
            save_json(self.folder.manifest, self.manifest.looked(verdict).content)
            save_text(self.folder.best, best_agent_text(self.study_run.study, agent, verdict))
            save_json(self.folder.verdict, verdict_json(verdict))
            recorder.complete(headline(verdict))
            return verdict

    def _write_trials(self, trials: Sequence[Trial]) -> None:
        noise = has_noise(self.folder.trials)
        save_text(self.folder.trials, trials_table(self.study_run.study, trials, noise))

    def _judge(self, trials: Sequence[Trial], selected: Selection) -> Verdict:
        study_run, study = self.study_run, self.study_run.study
        openings = study_run.openings["verdict"]
        played = 3 * len(study.baselines) * len(openings) + study.duel_pairs
        study_run.progress.stage("verdict", 2 * played)
        tuned, hand_set = selected.finalist.vector, study_run.space.hand_set
        names = tuple(agent.name for agent in study.baselines)
        agents = (study_run.agent(tuned), study_run.agent(hand_set, "hand-set"))
        (evaluation, other, *best), duel = self._verdict_games(agents, trials)
        # The worst baseline is that of the selection.
        evaluation = replace(evaluation, worst=selected.tuned.worst_baseline)
        other = replace(other, worst=selected.hand_set.worst_baseline)
        look = present_look(self.manifest, partial(against_baselines, names, evaluation, other))
        finalists = [study_run.agent(one.vector) for one in selected.finalists]
        same = find_same_play(study, trials, finalists, selected.games)
        alike = same is not None or tuned == hand_set
        verdict = NOT_BETTER if alike else judge(look.versus.difference)
        return Verdict(
            study=study.name,
            verdict=verdict,
            tuned=study_run.space.named(tuned),
            hand_set=study_run.space.named(hand_set),
            runner_up=study_run.space.named(selected.runner_up.vector),
            origin=selected.finalist.origin,
            objective=study.objective,
            condition=study.search.phrase,
            openings=openings.distinct,
            against_baselines=look.versus,
            head_to_head=duel,
            search_claim=self._claim(trials, selected, best),
            conditions=further_conditions(study_run, tuned, evaluation),
            accuracy=accuracy_of_both(study_run, *agents),
            games=self._games(),
            seconds=round(study_run.ledger.seconds(), 1),
            clock=clock_of(study, evaluation),
            limits=limits_of(study, evaluation),
            vectors=len(first_trials(trials)),
            unneeded=study.budget.trials - len(trials),
            same=same,
            likenesses=likenesses(
                study.game, agents, nodes_a_move(study_run, evaluation), study_run.executor
            ),
            range_ends=range_ends(study.tune, tuned),
            earlier_verdicts=look.earlier,
            looks=look.looks,
        )

    def _verdict_games(
        self, agents: tuple[Agent, Agent], trials: Sequence[Trial]
    ) -> tuple[list[Evaluation], HeadToHead]:
        """Return the games of both agents, and of the best trial if it had games, and the duel."""
        study_run, met = self.study_run, list(agents)
        if not study_run.study.objective.on_positions:
            met.append(study_run.agent(best_trial(trials).vector))
        meetings = [study_run.meeting(agent, "verdict") for agent in met]
        if study_run.study.sequential is None:
            meetings.append(study_run.meeting(agents[0], "verdict", agents[1:]))
            *played, (match,) = study_run.arena.meet_all(meetings)
            duel = head_to_head(match, study_run.openings["verdict"].clusters)
        else:
            played = study_run.arena.meet_all(meetings)
            duel = play_duel(study_run, agents, study_run.study.sequential.test)
        return [study_run.evaluation(one, "verdict") for one in played], duel

    def _games(self) -> int:
        """Return how many games of this run count: neither taken over nor played in vain."""
        taken = int(self.manifest.fork.get("games", 0))
        return self.study_run.ledger.games() - games_in_vain(self.folder.ledger) - taken

    def _claim(
        self, trials: Sequence[Trial], selected: Selection, games: Sequence[Evaluation]
    ) -> SearchClaim:
        best = best_trial(trials)
        if games:
            verdict = games[0].interval
        else:
            agent = self.study_run.agent(best.vector)
            verdict = self.study_run.kept_wins("verdict").share(agent)
        return SearchClaim(
            best.number,
            sum(not trial.duelled for trial in first_trials(trials)),
            best.value,
            verdict,
            trials[0].value,
            selected.tuned.interval,
            shrunken_value(counted_trials(trials)),
        )
