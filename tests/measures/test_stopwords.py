"""Stop-word density: jusText's definition for words between spaces, characters for scripts without spaces."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleanweb.measures.stopwords import UNSPACED, stop_word_density, words

ENGLISH = frozenset({"the", "of", "and", "is", "a", "don't"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0.0),
        ("   \n\t ", 0.0),
        ("the", 1.0),
        ("The Duchess", 1 / 2),
        ("the end of the line is near", 4 / 7),
        ("the, of; (and)", 0.0),  # punctuation stays on the word, as in jusText
        ("a - b", 1 / 3),  # a dash between spaces is a word, as in jusText
        ("don't\u00a0panic", 1 / 2),  # a no-break space is white space
    ],
)
def test_density_splits_at_white_space(text: str, expected: float) -> None:
    assert stop_word_density(text, ENGLISH) == pytest.approx(expected)


@given(st.text(max_size=200), st.frozensets(st.text(min_size=1, max_size=4).map(str.lower), max_size=10))
@settings(max_examples=300)
def test_density_equals_that_of_justext(text: str, stoplist: frozenset[str]) -> None:
    """Word by word, as jusText counts: `sum(word.lower() in stoplist for word in text.split()) / words`."""
    text = UNSPACED.sub("", text)
    parts = text.split()
    expected = sum(part.lower() in stoplist for part in parts) / len(parts) if parts else 0.0
    assert stop_word_density(text, stoplist) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "stoplist", "expected"),
    [
        ("我的猫", {"我", "的"}, 2 / 3),
        ("我的猫。", {"我", "的"}, 2 / 3),  # punctuation between characters is no word
        ("因为下雨", {"因为"}, 2 / 4),  # a stop word of two characters covers both
        ("但是是", {"是", "但是"}, 3 / 3),  # the longest first
        ("但是", {"是", "但"}, 2 / 2),
        ("2011年8月", {"年", "月"}, 2 / 4),  # a number between characters is a word
        ("我爱 the Beatles", {"我", "the"}, 2 / 4),  # both kinds of words in one text
        ("แมวและหมา", {"และ"}, 3 / 9),
        ("これは猫です", {"これ", "は", "です"}, 5 / 6),
        ("한국어는 띄어쓰기를 한다", {"한다"}, 1 / 3),  # Korean sets spaces
    ],
)
def test_density_without_spaces_is_the_share_of_characters(text: str, stoplist: set[str], expected: float) -> None:
    assert stop_word_density(text, frozenset(stoplist)) == pytest.approx(expected)


@given(
    st.text(alphabet="的是在 ab1,。", max_size=60), st.frozensets(st.text("的是ab", min_size=1, max_size=3), max_size=8)
)
@settings(max_examples=200)
def test_density_is_a_share(text: str, stoplist: frozenset[str]) -> None:
    assert 0 <= stop_word_density(text, stoplist) <= 1
    assert stop_word_density(text, frozenset()) == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Two Words", ["two", "words"]),
        ("我爱北京，OK？", ["我", "爱", "北", "京", "ok"]),
        ("—", ["—"]),
        ("猫 —", ["猫"]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_density_of_a_long_text_takes_linear_time() -> None:
    """A stop list whose words all begin alike, on a text that nearly matches them."""
    stoplist = frozenset("的" * length + "是" for length in range(1, 9))
    assert stop_word_density("的" * 50_000, stoplist) == 0
