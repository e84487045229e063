"""Readable diffs."""

from hypothesis import given, settings

from cleanweb.evaluate.diff import diff_lines, stretches
from tests.property.strategies import lists_of

WORDS = lists_of("abc", 30)


def test_missing_and_extra_words_stand_between_common_ones() -> None:
    gold = "the kettle is on the stove and it sings all day"
    output = "the kettle is on a shelf and it sings all day Home"
    assert list(diff_lines(gold, output)) == [
        "  the kettle is on",
        "- the stove",
        "+ a shelf",
        "  and it sings all day",
        "+ Home",
    ]


def test_a_word_or_two_in_common_do_not_cut_a_difference() -> None:
    assert list(stretches("a b c x y d e f".split(), "a b c 1 y 2 d e f".split())) == [
        (" ", ["a", "b", "c"]),
        ("-", ["x", "y"]),
        ("+", ["1", "y", "2"]),
        (" ", ["d", "e", "f"]),
    ]
    assert list(stretches("x a y b c d".split(), "a b c d".split())) == [
        ("-", ["x", "a", "y"]),
        ("+", ["a"]),
        (" ", ["b", "c", "d"]),
    ]
    assert [sign for sign, _ in stretches("x a b c y".split(), "1 a b c 2".split())] == ["-", "+", " ", "-", "+"]


def test_long_stretches_lose_their_middle_and_are_wrapped() -> None:
    gold = " ".join(f"word{n}" for n in range(500))
    lines = list(diff_lines(gold, ""))
    assert all(line.startswith("- ") and len(line) <= 100 for line in lines)
    text = " ".join(line[2:] for line in lines)
    assert text.startswith("word0 word1 ")
    assert "word29 [... 440 words ...] word470" in text


def test_equal_texts_have_no_difference() -> None:
    assert list(diff_lines("<p>one  two", "<p> one\ntwo")) == ["  <p> one two"]
    assert list(diff_lines("", "")) == []


@settings(max_examples=200)
@given(WORDS, WORDS)
def test_both_texts_can_be_read_off(gold: list[str], output: list[str]) -> None:
    found = list(stretches(gold, output))
    assert [word for sign, words in found if sign != "+" for word in words] == gold
    assert [word for sign, words in found if sign != "-" for word in words] == output
