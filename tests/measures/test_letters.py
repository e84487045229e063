"""Letters with their marks are not signs, in any script."""

import unicodedata

import pytest

from cleanweb.measures.divergence import query_divergences
from cleanweb.measures.letters import marks, sign_count, words
from cleanweb.measures.word_ratios import word_ratios
from cleanweb.page import Blocks

# A sentence of four words and two signs in scripts whose letters have marks.
SENTENCES = {
    "Hindi": "हिन्दी, मेरी भाषा है।",
    "Tamil": "தமிழ், எங்கள் தாய் மொழி.",
    "Sinhala": "ක්‍රීඩා, ඔහු සිංහල ගියේය.",
    "Persian": "می‌شود، کتاب‌ها را می‌خوانند.",
    "Hebrew": "שָׁלוֹם, מַה זֶּה נִּשְׁמַע?",
    "Arabic": "كَتَبَ، ثُمَّ قَرَأَ الدَّرْسَ.",
    "Yoruba": unicodedata.normalize("NFD", "Ọjà, náà máa bẹ̀rẹ̀."),
    "Adlam": "𞤆𞤵𞤤𞤢𞤪⹁ 𞤢𞥄𞤣𞤫 𞤬𞤮𞤬 𞤨𞤮𞤼𞤭.",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_marks_and_joiners_are_of_the_letters(language: str) -> None:
    text = SENTENCES[language]
    assert (len(words(text)), sign_count(text)) == (4, 2)
    assert word_ratios(text, frozenset()).punct_ratio == 0.5


def test_every_mark_of_the_planes_of_scripts_is_known() -> None:
    known = words("a" + "".join(map(chr, range(0x300, 0x20000))))
    assert all(unicodedata.category(char)[0] != "M" or char in "".join(known) for char in map(chr, range(0x20000)))
    assert len(marks()) < 2000


def test_words_with_marks_are_compared_whole() -> None:
    blocks = Blocks.of([("h1", "हिन्दी भाषा"), ("p", "हिन्दी भाषा"), ("p", "हानदा भोषी")])
    heading, same, other = query_divergences(blocks, smoothing="absolute", amount=0.5) or []
    assert heading == same < other
