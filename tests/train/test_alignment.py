"""Labels by alignment: the alignment is as long as the textbook's, and stray matches do not count."""

from itertools import pairwise
from unicodedata import normalize

from hypothesis import given, settings

from cleanweb.train.alignment import align, aligned_shares, tokens
from tests.property.strategies import lists_of

WORDS = lists_of("abcde", 30)


def textbook_length(left: list[str], right: list[str]) -> int:
    row = [0] * (len(right) + 1)
    for token in left:
        before = 0
        for j, other in enumerate(right, 1):
            before, row[j] = row[j], before + 1 if token == other else max(row[j], row[j - 1])
    return row[-1]


@settings(max_examples=200)
@given(WORDS, WORDS)
def test_alignment_is_a_longest_common_subsequence(page: list[str], gold: list[str]) -> None:
    found = align(page, gold)
    pairs = [(i, j) for i, j in enumerate(found) if j >= 0]
    assert all(page[i] == gold[j] for i, j in pairs)
    assert all(later[1] > earlier[1] for earlier, later in pairwise(pairs))
    assert len(pairs) == textbook_length(page, gold)


def test_tokens_of_scripts_without_spaces_are_characters() -> None:
    assert tokens("Tea 茶道 ok") == ["tea", "茶", "道", "ok"]
    assert tokens("abc茶") == ["abc", "茶"]


def test_strays_are_rejected_and_reordered_text_is_found() -> None:
    gold = "the cat sat on the mat and it slept there all day long"
    texts = [
        "menu the shop cart and my account here please",
        "and it slept there all day long",
        "the cat sat on the mat",
    ]
    assert aligned_shares(texts, gold) == [0.0, 1.0, 1.0]


def test_letters_apart_from_their_marks_are_the_same_letters() -> None:
    text = "Một ấm trà và ọmọ Yorùbá"
    assert aligned_shares([normalize("NFD", text)], text) == aligned_shares([text], normalize("NFD", text)) == [1]
