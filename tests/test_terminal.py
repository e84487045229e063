"""Columns and lines of a terminal, in scripts whose characters take two columns or none."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleanweb.evaluate.diff import diff_lines
from cleanweb.evaluate.render import _columns
from cleanweb.terminal import beginning, columns, left, lines, right


def test_columns_of_tables_stand_below_each_other() -> None:
    table = [["language", "pages"], ["日本語", "1"], ["हिन्दी", "12"], ["עִבְרִית", "3"], ["한국어", "4"]]
    rows = [row.removeprefix("  ") for row in _columns(table)]
    assert {columns(row) for row in rows} == {len("language") + len("  pages")}
    assert rows[1] == "日本語        1"


def test_hangul_takes_two_columns_a_syllable_in_every_form() -> None:
    assert columns("한국어") == columns(unicodedata.normalize("NFD", "한국어")) == 6


def test_flush() -> None:
    assert (left("茶", 4), right("茶", 4), right("tea", 2)) == ("茶  ", "  茶", "tea")


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("これは水です。", 8, ["これは水", "です。"]),
        ("水を飲む。", 8, ["水を飲", "む。"]),
        ("오늘은 비가 온다", 8, ["오늘은", "비가", "온다"]),
        ("https://example.org/茶", 10, ["https://example.org/", "茶"]),
        ("é à la carte", 6, ["é à la", "carte"]),
        ("ที่บ้านไม่มีน้ำ", 5, ["ที่บ้านไม่มีน้ำ"]),
        ("ที่บ้าน\u200bไม่มีน้ำ", 6, ["ที่บ้าน\u200b", "ไม่มีน้ำ"]),
        ("བོད་སྐད་ཡིག", 5, ["བོད་", "སྐད་ཡིག"]),
        ("የሰው፡ልጅ፡ሁሉ፡", 7, ["የሰው፡ልጅ፡", "ሁሉ፡"]),
    ],
)
def test_lines(text: str, width: int, expected: list[str]) -> None:
    assert lines(text, width) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("boil", "boi"),
        ("tea", "tea"),
        ("teé\u0323", "te"),
        ("हिन्दी", "हि"),
        ("กกกำ", "กกก"),
        ("กกที่", "กก"),
        ("a👩\u200d👩\u200d👧", "a"),
        ("aa👍🏽", "aa"),
        ("e\u0301\u0302\u0303", "e\u0301\u0302"),
    ],
)
def test_no_letter_is_cut_from_its_marks(text: str, expected: str) -> None:
    assert beginning(text, 3) == expected


@given(st.text("a é茶。、ー\u0301한 "), st.integers(1, 12))
@settings(max_examples=200)
def test_no_character_is_lost(text: str, width: int) -> None:
    assert "".join("".join(lines(text, width)).split()) == "".join(text.split())


def test_differences_are_broken_to_fit() -> None:
    found = list(diff_lines("茶" * 120, ""))
    assert [columns(line) for line in found] == [100, 100, 46]
