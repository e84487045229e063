"""The matching blocks of difflib, in less time."""

from difflib import SequenceMatcher
from random import Random

import pytest
from hypothesis import given, settings

from cleanweb.evaluate.matching import Matcher
from tests.property.strategies import lists_of

WORDS = lists_of("abc", 30)


def check(a: list[str], b: list[str]) -> None:
    expected, found = SequenceMatcher(None, a, b), Matcher(a, b)
    assert found.get_matching_blocks() == expected.get_matching_blocks()
    assert found.get_opcodes() == expected.get_opcodes()


@settings(max_examples=300)
@given(WORDS, WORDS)
def test_blocks_are_those_of_difflib(a: list[str], b: list[str]) -> None:
    check(a, b)


@pytest.mark.parametrize("distinct", [3, 30, 300, 3000])
def test_so_they_are_of_long_texts_with_popular_words(distinct: int) -> None:
    random = Random(distinct)
    for _ in range(20):
        b = [random.choice(["<p>", *map(str, random.choices(range(distinct), k=9))]) for _ in range(400)]
        a = [random.choice([word, word, word, "0"]) for word in b if random.random() < 0.8]
        check(a, b)
        check(b, a)


def test_a_long_table_without_one_of_its_columns_takes_little_time() -> None:
    rows = range(20_000)  # difflib would search the rest for each of them, for minutes
    whole = [word for row in rows for word in (f"name{row}", f"price{row}")]
    names = [f"name{row}" for row in rows]
    assert len(Matcher(whole, names).get_matching_blocks()) == len(rows) + 1
