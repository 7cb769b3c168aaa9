"""What an error quotes at length is told with its middle left out; what to do is told whole."""

from __future__ import annotations

from engine.errors import TuneError


def test_a_long_word_keeps_its_ends() -> None:
    error = TuneError(f"'{'a' * 4_000}{'b' * 4_000}' is no move; name one of a1 b2")
    assert str(error) == f"'{'a' * 99}...{'b' * 99}' is no move; name one of a1 b2"


def test_many_words_keep_the_cause_and_the_cure() -> None:
    text = str(TuneError(f"no such thing: {'word ' * 200_000}; do this"))
    assert len(text) == 5_005
    assert text.startswith("no such thing: word word")
    assert " ... " in text
    assert text.endswith("word ; do this")


def test_the_path_of_a_file_is_told_whole() -> None:
    path = "/".join(["folder"] * 100)
    assert str(TuneError(f"{path} is damaged; restore it")) == f"{path} is damaged; restore it"
