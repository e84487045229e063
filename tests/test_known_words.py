"""Words of the stop lists tell the language of a page's bytes, and the encoding in which they are words."""

import pytest

from cleanweb.encodings import LATIN
from cleanweb.known_words import accented_words

LANGUAGES = ("hu", "fr", "vi", "tr", "en", "gd")  # there is no list for Gaelic


@pytest.mark.parametrize(
    ("text", "stored", "language", "count"),
    [
        ("ez előtt, ahogy", "windows-1250", "hu", 1),
        ("“előtt” között; felől", "windows-1250", "hu", 3),
        ("előtt előtt Előtt, de csak", "windows-1250", "hu", 1),  # only different words count
        ("đa\u0303 đươ\u0323c như\u0303ng ngươ\u0300i", "windows-1258", "vi", 4),  # with marks after their letters
        ("İÇİN ÇOK ŞEY", "windows-1254", "tr", 3),
        ("the day when “he” was", "windows-1252", "en", 0),
    ],
)
def test_words_of_a_language(text: str, stored: str, language: str, count: int) -> None:
    found, words = accented_words(text.encode(stored), LANGUAGES)
    assert (found, words[stored]) == (language, count)


def test_words_of_another_encoding_are_none() -> None:
    words = accented_words("előtt, között, felől, és".encode("windows-1250"), LANGUAGES)[1]
    assert (words["windows-1250"], words["iso-8859-2"], words["windows-1252"]) == (4, 4, 2)


def test_what_no_page_means_does_not_end_a_word() -> None:
    words = accented_words("où, très, même, déjàš".encode("windows-1252"), LANGUAGES)[1]
    assert (words["windows-1252"], words["iso-8859-14"]) == (3, 3)


@pytest.mark.parametrize(("text", "language"), [("ahogy csak de", "hu"), ("ahogy csak", ""), ("a b c d e f", "")])
def test_a_language_is_told_by_three_words_of_more_than_a_letter(text: str, language: str) -> None:
    assert accented_words(text.encode(), LANGUAGES) == (language, dict.fromkeys(LATIN, 0))
