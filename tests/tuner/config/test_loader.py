"""The strict YAML reader: which value a text stands for, in which line, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tuner.config.errors import ConfigError
from tuner.config.limits import MAX_BYTES
from tuner.config.reader import Document, Place, read_document

TREE = """\
# A comment in front.
name: pressure

tune:
  floor:
    low: 0.5   # a comment behind

baselines:
  - name: A
  -
    name: B
    search: {algorithm: alphabeta,
             depth: 3}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "study.yaml"


def read(file: Path, text: str) -> Document:
    file.write_bytes(text.encode())
    return read_document(file)


def refusal(file: Path, content: bytes) -> ConfigError:
    file.write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        read_document(file)
    return caught.value


def test_the_tree_is_plain(file: Path) -> None:
    assert read(file, TREE).tree == {
        "name": "pressure",
        "tune": {"floor": {"low": 0.5}},
        "baselines": [
            {"name": "A"},
            {"name": "B", "search": {"algorithm": "alphabeta", "depth": 3}},
        ],
    }


def test_every_key_and_item_has_its_line(file: Path) -> None:
    assert read(file, TREE).lines == {
        (): 2,
        ("name",): 2,
        ("tune",): 4,
        ("tune", "floor"): 5,
        ("tune", "floor", "low"): 6,
        ("baselines",): 8,
        ("baselines", 0): 9,
        ("baselines", 0, "name"): 9,
        ("baselines", 1): 11,
        ("baselines", 1, "name"): 11,
        ("baselines", 1, "search"): 12,
        ("baselines", 1, "search", "algorithm"): 12,
        ("baselines", 1, "search", "depth"): 13,
    }


def test_an_error_at_a_missing_key_names_the_line_that_should_hold_it(file: Path) -> None:
    place = Place(read(file, TREE), ("baselines", 1)).at("search", "nodes")
    assert str(place.error("a cause", "a cure")) == (
        f"{file}:12: baselines[1].search.nodes: a cause; a cure"
    )


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(file: Path) -> None:
    plain = read(file, TREE)
    windows = read(file, "\ufeff" + TREE.replace("\n", "\r\n"))
    assert (windows.tree, windows.lines) == (plain.tree, plain.lines)


# The YAML 1.2 core schema (https://yaml.org/spec/1.2.2/#103-core-schema), and what people write.
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("-12", -12),
        ("+3", 3),
        ("0", 0),
        ("10_000", 10_000),
        ("0x1F", 31),
        ("0o17", 15),
        ("1e-3", 0.001),
        ("1E3", 1000.0),
        ("2e+2", 200.0),
        (".5", 0.5),
        ("-.5", -0.5),
        ("5.", 5.0),
        ("1_0.5", 10.5),
        ("0e5", 0.0),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("n", "n"),
        ("Y", "Y"),
        ("1e", "1e"),
        ("_1", "_1"),
        ("1__0", "1__0"),
        ("inf", "inf"),
        ("nan", "nan"),
        ("'no'", "no"),
        ('"1e-3"', "1e-3"),
        ("'2017-02-01'", "2017-02-01"),
        ("moves(own) - moves(opp)", "moves(own) - moves(opp)"),
        ("|\n  a +\n  b", "a +\nb"),
        (">-\n  a +\n  b", "a + b"),
    ],
)
def test_what_a_text_stands_for(file: Path, text: str, value: object) -> None:
    found = read(file, f"key: {text}").tree["key"]
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "no",
            "no without quotes means false to some YAML readers; write false, or 'no' with the "
            "quotes where it is a name",
        ),
        (
            "On",
            "On without quotes means true to some YAML readers; write true, or 'On' with the "
            "quotes where it is a name",
        ),
        ("-007", "-007 with a leading zero is octal to some YAML readers; write -7, "),
        ("00", "00 with a leading zero is octal to some YAML readers; write 0, "),
        (
            "1:30",
            "1:30 is a number in base 60 to some YAML readers; write one number, such as 90 or "
            "1.5, or '1:30' with the quotes",
        ),
        ("2017-2-1", "2017-2-1 is a date to some YAML readers; write '2017-2-1' with the quotes"),
        ("-.inf", "-.inf is not a finite number; give a finite number"),
        (".NaN", ".NaN is not a finite number; give a finite number"),
        ("-1e400", "-1e400 is too large to be a finite number; give a finite number"),
        ("1e-400", "1e-400 is too small to differ from 0; write 0 if that is meant"),
        ("1" * 101, "the number is too long; give at most 100 characters"),
    ],
)
def test_a_text_with_two_readings_is_refused_with_both(file: Path, text: str, said: str) -> None:
    assert str(refusal(file, f"key: {text}".encode())).startswith(f"{file}:1: key: {said}")


@pytest.mark.parametrize("word", ["no", "true", "1.5", "null", "''[1:]"])
def test_a_key_is_a_text(file: Path, word: str) -> None:
    assert refusal(file, f"a: 1\n{word}: 1".encode()).line == 2


@pytest.mark.parametrize(
    ("content", "line", "cause"),
    [
        (b"", 1, "the file is empty"),
        (b"# only a comment\n", 1, "the file is empty"),
        (b"- a\n- b\n", 1, "the file holds a list, not keys"),
        (b"\npressure\n", 2, "the file holds a single value, not keys"),
        (b"a: 1\nb: \xe9\n", 2, "the file is not UTF-8 text"),
        ("a: 1\n".encode("utf-16"), 1, "the file is not UTF-8 text"),
        (b"a: 1\nb: \x00\n", 2, "the character U+0000 cannot be seen"),
        (b"a: 1\rb: 2", 1, "the character U+000D cannot be seen"),
        (b"a: " + b"x" * MAX_BYTES, None, "the file is larger than 60,000 bytes"),
    ],
)
def test_content_that_is_no_configuration(
    file: Path, content: bytes, line: int | None, cause: str
) -> None:
    error = refusal(file, content)
    assert (error.line, error.cause) == (line, cause)


def test_a_file_of_the_largest_size_is_read(file: Path) -> None:
    read(file, "a: " + "x" * (MAX_BYTES - 3))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    missing = tmp_path / "missing.yaml"
    with pytest.raises(ConfigError) as caught:
        read_document(missing)
    assert str(caught.value) == f"{missing}: there is no such file; check the path"


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        read_document(tmp_path)
    assert str(caught.value) == f"{tmp_path}: this is a folder; name a YAML file in it"


def test_a_path_that_no_file_can_have() -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_document(Path("a\0b"))


def test_a_message_stays_one_line_whatever_a_key_holds(file: Path) -> None:
    error = refusal(file, b'"a\\nb": 1\n"a\\nb": 2\n')
    assert str(error) == f"{file}:2: a\\nb: the key stands here and in line 1; keep one of them"


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab:- \n\t'\"[]{}&*!|>%@#?,.~0189e\\<=\u00e9\u2028", max_size=40))
def test_any_text_is_read_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    file = tmp_path_factory.getbasetemp() / "any.yaml"
    file.write_bytes(text.encode())
    refused = None
    try:
        lines = list(read_document(file).lines.values())
    except ConfigError as error:
        refused, lines = error, [error.line or 0]
    assert all(line is not None and 1 <= line <= text.count("\n") + 1 for line in lines)
    if refused is not None:
        assert "\n" not in str(refused)
        assert refused.cause
        assert refused.cure


def test_json_may_spell_a_character_as_two_escapes(tmp_path: Path) -> None:
    # U+1F3B2 as RFC 8259 writes it, in section 7: a pair of surrogates.
    file = tmp_path / "study.yaml"
    file.write_text('{"name": "\\ud83c\\udfb2", "\\ud834\\udd1e": "plain"}')
    assert read_document(file).tree == {"name": "\U0001f3b2", "\U0001d11e": "plain"}
