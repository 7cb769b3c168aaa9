"""A study may say how many trials its sampler proposes at once; without that it is what it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from studies import MINIMAL, load

import tuner
from tuner.config.canonical import effective_config, study_digest, write_effective_yaml
from tuner.config.difference import difference
from tuner.config.errors import ConfigError
from tuner.tuning.plan import plan_lines, plan_study

BATCH = "sampler: {name: tpe, batch: 8}\n"


def test_a_batch_is_read_and_written(tmp_path: Path) -> None:
    study = load(tmp_path, MINIMAL + BATCH)
    assert (study.sampler, study.batch) == ("tpe", 8)
    assert effective_config(study)["sampler"] == {"name": "tpe", "batch": 8}
    again = load(tmp_path, write_effective_yaml(study))
    assert again == study
    assert study_digest(again) == study_digest(study)


@pytest.mark.parametrize(
    "text", ["sampler: tpe\n", "sampler: {name: tpe}\n", "sampler: {name: tpe, batch: 1}\n"]
)
def test_one_at_a_time_is_the_study_that_it_always_was(tmp_path: Path, text: str) -> None:
    study = load(tmp_path, MINIMAL + text)
    assert effective_config(study)["sampler"] == "tpe"
    # Of the commit before there were batches.
    assert study_digest(study) == DIGEST


DIGEST = "305d1ea57d209ec2f07cca8c66fdd465980fcfb372ad0a051c07d1c0b0b974f7"


def test_cmaes_is_the_default(tmp_path: Path) -> None:
    """docs/samplers.md has why."""
    default = load(tmp_path, MINIMAL)
    assert (default.sampler, default.batch) == ("cmaes", 1)
    assert default == load(tmp_path, MINIMAL + "sampler: cmaes\n")


def test_another_batch_is_another_study(tmp_path: Path) -> None:
    one, eight, nine = (
        load(tmp_path, MINIMAL + text)
        for text in ("sampler: tpe\n", BATCH, BATCH.replace("8", "9"))
    )
    assert len({study_digest(study) for study in (one, eight, nine)}) == 3
    assert difference(effective_config(one), effective_config(eight)) == [
        'sampler: "tpe" -> {"name": "tpe", "batch": 8}'
    ]
    assert difference(effective_config(eight), effective_config(nine)) == ["sampler.batch: 8 -> 9"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{name: random, batch: 8}", "sampler.batch: sampler random takes no batch"),
        ("{name: cmaes, batch: 3}", "sampler.batch: a batch of 3 is too small for a generation"),
        ("{name: grid, batch: 2}", "sampler.batch: sampler grid takes no batch"),
        ("{name: tpe, batch: 300}", "sampler.batch: a batch of 300 is more than the 299 trials"),
        ("{name: tpe, batch: 0}", "sampler.batch: "),
        ("{name: tpe, batch: 1.5}", "sampler.batch: "),
        ("{name: tpe, batch: '8'}", "sampler.batch: "),
        ("{name: tpe, size: 8}", "sampler.size: "),
        ("{name: tqe, batch: 8}", "sampler.name: "),
        ("{batch: 8}", "sampler.name: the key is missing"),
        ("[tpe]", "sampler: "),
        ("8", "sampler: "),
    ],
)
def test_what_cannot_be_is_told_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, f"{MINIMAL}sampler: {text}\n")
    said = str(caught.value)
    assert "\n" not in said
    assert f"study.yaml:5: {message}" in said


def test_a_plan_says_how_many_are_tried_at_once(tmp_path: Path) -> None:
    study = load(tmp_path, MINIMAL + BATCH)
    lines = plan_lines(study, plan_study(study), 0)
    assert [line for line in lines if "sampler tpe, 8 trials at once; seed 1" in line]


def test_it_is_the_same_in_python() -> None:
    sampler = {"name": "tpe", "batch": 8}
    study = tuner.study("small", heuristic="pressure", baselines="udacity-2017-02", sampler=sampler)
    assert study.batch == 8
