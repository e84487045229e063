"""Features of blocks: known values on small pages, and laws for all pages."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleanweb.measures import characters
from cleanweb.measures.characters import DIGIT, FINAL, MARK, PAUSE, SPACE, UNSPACED, UPPER, class_counts, class_table
from cleanweb.measures.features import feature_matrix, feature_names
from cleanweb.measures.page_measures import PageMeasures, block_words
from cleanweb.measures.tokens import TokenWeights
from cleanweb.models.learned_file import DEFAULT, load
from tests.blocks import plain_blocks
from tests.property.strategies import lists_of

WEIGHTS = TokenWeights({"nav": (-1.0, -2.0, -4.0, -8.0), "post": (1.0, 2.0, 4.0, 8.0)})
NAMES = feature_names()


def features(html: str) -> np.ndarray:
    blocks = plain_blocks(html)
    return feature_matrix(PageMeasures(blocks, WEIGHTS, class_table()), is_article=False)


def row(matrix: np.ndarray, name: str) -> list[float]:
    return [round(float(value), 4) for value in matrix[NAMES.index(name)]]


def test_character_classes() -> None:
    counts = class_counts(["Ab c. 12", "茶道。", "𝔘x"], class_table())
    assert counts[0, UPPER] == 1
    assert counts[0, SPACE] == 2
    assert counts[1, UNSPACED] == 2
    assert counts[1, FINAL] == 1
    assert counts.sum(1).tolist() == [8, 3, 3]  # a character beyond U+FFFF is two units
    for texts in (["(a) 1%", "b."], ["(a) 1%", "𝔘."]):
        counts = class_counts(texts, class_table())
        assert counts[:, [MARK, FINAL, DIGIT, SPACE]].tolist() == [[3, 0, 1, 1], [0, 1, 0, 0]]
        assert counts.sum(1).tolist() == [6, len(texts[1].encode("utf-16-le")) // 2]


@given(st.lists(st.text(st.sampled_from("aB1 .,茶𝔘"))), st.integers(1, 9), st.integers(1, 4))
def test_characters_are_counted_in_pieces_as_at_once(texts: list[str], piece: int, together: int) -> None:
    texts = [*texts, "z"]
    expected = [class_counts([text], class_table())[0].tolist() for text in texts]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(characters, "PIECE", piece)
        patch.setattr(characters, "MAX_TEXTS", together)
        assert class_counts(texts, class_table()).tolist() == expected


def test_counting_takes_little_memory_beside_a_long_text() -> None:
    # At once it took 20 bytes a character; joined, and in UTF-16 twice for a moment, it takes five; in rows less.
    for text, count, most in (("tea " * 1_000_000, 2, 5), ("tea " * 1000, 20_000, 2)):
        texts = [text] * count
        tracemalloc.start()
        class_counts(texts, class_table())
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < most * count * len(text)


def test_marks_that_end_a_sentence_or_a_clause_in_other_scripts() -> None:
    counts = class_counts(["។៕", "ཤི།", "ሰላም፣ ዓለም።", "ရေ၊ မီး။"], class_table())
    assert counts[:, [FINAL, PAUSE]].tolist() == [[2, 0], [1, 0], [1, 1], [1, 1]]


@pytest.mark.parametrize("name", [FINAL, PAUSE])
def test_the_shipped_model_knows_these_marks(name: int) -> None:
    assert np.array_equal(load(DEFAULT).classes == name, class_table() == name)


def test_words_of_scripts_with_and_without_spaces() -> None:
    assert block_words(["one two three", "茶道", "word"]).tolist() == [3, 2, 1]


def test_names_count_by_their_role() -> None:
    matrix = features("<div class=post><p class=nav>a</p></div><p>b <i class=post>c</i></p>")
    assert row(matrix, "own names") == [-1.0, 0.0]
    assert row(matrix, "parent names") == [2.0, 0.0]
    matrix = features("<div class=nav><div><p><i class=post>c</i></p></div></div>")
    assert row(matrix, "ancestor names") == [-4.0]
    assert row(matrix, "inline names") == [8.0]


def test_containers_and_looks() -> None:
    matrix = features("<ul><li>a b</li><li>c d</li></ul><div><p>e f g h</p></div>")
    assert row(matrix, "blocks of container 1") == [round(float(np.log1p(n)), 4) for n in (2, 2, 3)]
    assert row(matrix, "number of blocks of the same look") == [round(float(np.log1p(n)), 4) for n in (2, 2, 1)]
    assert row(matrix, "earlier copies") == [0, 0, 0]


def test_headings_and_copies() -> None:
    matrix = features("<h1>T</h1><p>one two</p><p>one two</p>")
    assert row(matrix, "heading level") == [1, 0, 0]
    assert row(matrix, "after the first heading") == [1, 1, 1]
    assert row(matrix, "earlier copies") == [0, 0, 1]
    assert row(matrix, "later copies") == [0, 1, 0]


@settings(max_examples=60)
@given(lists_of(["<div class=nav>", "</div>", "<p>", "a b. ", "<a>x</a>", "<h2>", "茶", "<li>", "<br>"]))
def test_every_feature_is_finite(pieces: list[str]) -> None:
    html = "".join(pieces)
    if plain_blocks(html).text:
        matrix = features(html)
        assert matrix.shape[0] == len(NAMES) == len(set(NAMES))
        assert np.isfinite(matrix).all()
