"""Blocks of several systems side by side."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleanweb.report import alignment
from cleanweb.report.alignment import Piece, align

TEXTS = st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=6).map(" ".join), max_size=8)


def test_words_that_only_one_system_has() -> None:
    assert align([["menu", "Tea time"], ["Tea", "time", "end"]]) == [
        Piece("menu", (0, -1)),
        Piece("Tea", (1, 0)),
        Piece("time", (1, 1)),
        Piece("end", (-1, 2)),
    ]


@settings(max_examples=100)
@given(st.lists(TEXTS, min_size=1, max_size=3), st.sampled_from([3, 4000]))
def test_every_word_of_every_system_is_there_once(systems: list[list[str]], window: int) -> None:
    normal, alignment.WINDOW = alignment.WINDOW, window
    try:
        pieces = align(systems)
    finally:
        alignment.WINDOW = normal
    for number, texts in enumerate(systems):
        found = [
            (piece.rows[number], word) for piece in pieces for word in piece.text.split() if piece.rows[number] >= 0
        ]
        assert found == [(row, word) for row, text in enumerate(texts) for word in text.split()]


@pytest.mark.parametrize("window", [3, 4, 7, 8, 4000])
def test_words_near_the_end_of_a_window_find_theirs_in_the_next(window: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alignment, "WINDOW", window)
    for before, after in (("", ""), ("x", ""), ("", "x"), ("x y", "")):
        assert align([["a b c d e f g h"], [f"{before} a b c d e f g h {after}"]]) == [
            *([Piece(before, (-1, 0))] if before else []),
            Piece("a b c d e f g h", (0, 0)),
            *([Piece(after, (-1, 0))] if after else []),
        ]


def test_a_long_page_takes_linear_time() -> None:
    words = [f"w{number}" for number in range(60_000)]
    pieces = align([[" ".join(words)], ["before", " ".join(words), "after"]])
    assert [piece.rows for piece in pieces] == [(-1, 0), (0, 1), (-1, 2)]
