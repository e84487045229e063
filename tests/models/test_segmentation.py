"""Words in scripts without spaces: no text is lost, and the words of a made-up language are found again."""

import random
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleanweb.models.segmentation import _CLUSTER, MAX_WORD_LENGTH, segment


@given(st.lists(st.lists(st.text(alphabet="กขคงจ的是了不", min_size=1, max_size=30), max_size=4), max_size=4))
@settings(max_examples=100)
def test_words_put_together_are_the_text(texts: list[list[str]]) -> None:
    segmented = segment(texts)
    assert ["".join(words) for words in segmented] == ["".join(runs) for runs in texts]
    assert all(1 <= len(word) <= MAX_WORD_LENGTH for words in segmented for word in words)


@given(st.lists(st.text(alphabet="กขั่ะาเไຂັ່ະເខ្់កာ္ကျ့်中", min_size=1, max_size=30), max_size=4))
@settings(max_examples=100)
def test_words_with_marks_put_together_are_the_text(runs: list[str]) -> None:
    assert ["".join(words) for words in segment([[run] for run in runs])] == runs


@pytest.mark.parametrize(
    "words",
    [
        ["ที่", "ไม่", "และ", "น้ำ", "วัน", "มือ", "เขา"],  # Thai
        ["ແລະ", "ບໍ່", "ນ້ຳ", "ວັນ", "ເຂົາ"],  # Lao
        ["ខ្មែ", "ទឹ", "ស្ដី", "ក៏"],  # Khmer
        ["ကျွန်", "တော်", "သင်္ဘော", "တို့", "က"],  # Burmese
    ],
)
def test_no_word_ends_before_a_mark_or_the_rest_of_a_syllable(words: list[str]) -> None:
    generator = random.Random(1)
    texts = [["".join(generator.choices(words, k=8))] for _ in range(40)]
    borders = [_boundaries([*letters]) for letters in (_CLUSTER.findall(run) for (run,) in texts)]
    assert all(_boundaries(found) <= right for found, right in zip(segment(texts), borders, strict=True))
    assert {word for text in texts for word in _CLUSTER.findall(text[0])} == set(words)


def test_words_never_cross_the_end_of_a_run() -> None:
    assert segment([["กข", "กข"] * 10]) == [["กข"] * 20]
    assert segment([["ก", "ข"] * 10]) == [["ก", "ข"] * 10]


def test_words_of_a_made_up_language_are_found_again() -> None:
    """60 random words of 2 to 5 letters, with Zipf frequencies, written without spaces in 300 sentences."""
    generator = random.Random(1)
    letters = "กขคงจชซญดตถทนบปผพฟมยรลวสหอ"
    vocabulary = ["".join(generator.choices(letters, k=generator.randint(2, 5))) for _ in range(60)]
    weights = [1 / rank for rank in range(1, 61)]
    sentences = [generator.choices(vocabulary, weights, k=12) for _ in range(300)]
    found = segment([["".join(sentence)] for sentence in sentences])
    boundaries, found_boundaries = [list(map(_boundaries, texts)) for texts in (sentences, found)]
    false_count = sum(len(got - right) for right, got in zip(boundaries, found_boundaries, strict=True))
    assert false_count == 0, "no word is cut; frequent neighbours may be taken together"
    assert set(vocabulary) <= {word for words in found for word in words}


def _boundaries(words: list[str]) -> set[int]:
    return set(accumulate(map(len, words)))


def test_no_text_has_no_words() -> None:
    assert segment([]) == []
    assert segment([[], []]) == [[], []]
