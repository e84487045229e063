"""Where words of two inline elements meet without a space: `<a>Home</a><a>News</a>`, `Wait.<b>Then pour`."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category

SENTENCE_ENDINGS: Final = frozenset(".!?…।॥۔؟።։")
# After these a capital begins something new, if the text before has more than one word: not `re.` and `Match`.
_ENDINGS: Final = SENTENCE_ENDINGS | {")"}
_CURRENCY: Final = "Sc"  # the category of signs such as $ and €
_OPENING: Final = frozenset({"Ps", "Pi"})  # the categories of opening brackets and quotation marks
_OPENERS: Final = frozenset('"¿¡–—')  # other signs that begin a sentence
MIN_WORD: Final = 3  # letters of a word; fewer may begin a name: Mc, De, La; ours
MAX_SUFFIX: Final = 3  # characters of a word in capitals that may be the end of a name; ours
# Letters of a word; fewer may be a part of one, as in `<i>b</i><i>acon</i>` or `<i>child</i><i>ren</i>`. Ours: where
# two texts that end and begin with so many meet, golds have one word on 1 of 3,090 pages and two on 9.
MIN_PART: Final = 4
_YEAR_AT_END: Final = re.compile(r"(?<!\d)(?:19|20)\d\d$")
_SHORT_WORD: Final = re.compile(r"[^\W\d_]{2} [^\W\d_]")
_CLOCK_TIME: Final = re.compile(r"[012]?\d:[0-5]\d(?!\d)")
# Scripts without case, but with spaces between words: Hebrew to Sinhala, Ethiopic. (Korean adds endings to names.)
# Ours: eight of 4,458 gold pages have such words at seams; read, all are apart.
_UNCASED: Final = re.compile("[\u0590-\u0dff\u1200-\u137f\u200c\u200d]+")
_UNCASED_TOO: Final = re.compile("[\u10d0-\u10ff\uac00-\ud7a3]")  # Georgian, Korean: only after a sentence


def are_apart(before: str, after: str) -> bool:
    """Whether a word plainly ends between two texts, neither empty: before a capital, between a letter and a digit,
    between two long words, between a digit and a number with further words (`2025`, `5 min read`), between a year and a
    clock time, before a price, after a label or the number of an item.

    Words of scripts without case are apart like words in small letters, and from capitals and digits, if their script
    has spaces (Arabic, Hindi); others never are. A mark such as a vowel sign belongs to the letter before it.

    >>> are_apart("Home", "News"), are_apart("Sofas", "1385"), are_apart("shop", "now"), are_apart("re.", "Match")
    (True, True, False, False)
    >>> are_apart("Show", "menu"), are_apart("1535", "kcal"), are_apart("3", "rd"), are_apart("20", "25")
    (True, True, False, False)
    >>> are_apart("Age:", "35"), are_apart("16:", "30"), are_apart("10.", "Stubbs")
    (True, False, True)
    >>> are_apart("€89", "€98"), are_apart("US", "$"), are_apart("97%", "Satisfied")
    (True, False, True)
    >>> are_apart("see (", "News"), are_apart("see (", "5 min read"), are_apart("see (", "$5")
    (False, False, False)
    >>> are_apart("She went.", "“So she did"), are_apart("She went.", "1990 was"), are_apart("match.", "(X")
    (True, True, False)
    >>> are_apart("الأخبار", "الرياضة"), are_apart("हिन्दी", "English"), are_apart("השם:", "דוד"), are_apart("ה", "מורה")
    (True, True, True, False)
    """
    return is_new_sentence(before, after) or _are_words(before, after)


def _are_words(before: str, after: str) -> bool:
    last, first = before[-1], after[0]
    is_cased = last.islower() or last.isupper()
    is_word = is_cased or is_uncased(before[-MIN_WORD:], MIN_WORD)
    is_end = last == "%" or (last in _ENDINGS and (" " in before or before[:-1].isdigit()))
    if first.isupper():
        return is_word or last.isdigit() or is_end or ends_label(before)
    if first.isdigit():
        is_number = last.isdigit() and (len(after.split(None, 1)) > 1 or is_year_before_time(before, after))
        return is_number or is_word or ends_label(before)
    if is_uncased(first) and category(first)[0] != "M":
        return ends_label(before) or (
            _is_part(after[:MIN_PART]) and (last.isdigit() or is_end or _is_part(before[-MIN_PART:]))
        )
    if not first.islower():
        return (is_cased or last.isdigit()) and category(first) == _CURRENCY and after[1:2].isdigit()
    if not _is_part(after[:MIN_PART]):
        return False
    return last.isdigit() or (is_word and _is_part(before[-MIN_PART:]))


def _is_word(text: str) -> bool:
    """Whether a text begins with a word: a capital and small letters, or a few more small letters."""
    count = MIN_WORD if text[0].isupper() else MIN_PART
    letters = text[:count]
    is_cased = letters.isalpha() and (letters.istitle() or letters.islower())
    return len(letters) == count and (is_cased or (is_uncased(letters) and category(letters[0])[0] != "M"))


def _is_part(letters: str) -> bool:
    return len(letters) == MIN_PART and (letters.isalpha() or is_uncased(letters))


def is_uncased(letters: str, count: int = 1) -> bool:
    """Whether these are at least `count` letters, with their marks, of scripts without case but with spaces."""
    return (
        len(letters) >= count
        and _UNCASED.fullmatch(letters) is not None
        and not any(category(sign)[0] in "NPS" for sign in letters)
    )


def is_first_letter(before: str, after: str) -> bool:
    """Whether a lone capital begins a word in capitals, perhaps in another size: `<b>T</b><i>EAPOTS</i>`.

    Ours: one of 4,458 gold pages has such seams, nine; all are within a word.

    >>> is_first_letter("T", "EAPOTS"), is_first_letter("the T", "EAPOTS"), is_first_letter("+F", "TAB")
    (True, True, False)
    >>> is_first_letter("T", "Eapots"), is_first_letter("A", "B"), is_first_letter("5", "TEAPOTS")
    (False, False, False)
    """
    capitals = after[:2]
    is_lone = before[-1].isupper() and (len(before) == 1 or before[-2].isspace())
    return is_lone and len(capitals) == 2 and capitals.isalpha() and capitals.isupper()


def are_apart_beside(before: str, after: str) -> bool:
    """Whether texts are apart if only one of them is an element's and the second begins with a letter or digit.

    They are after a label, between a number, as of a verse, and a word, and between a year and a clock time. Before a
    capital they also are at the end of a sentence, or after a word of some letters if the first text has several words,
    and the second has too or ends in a space: otherwise it may be a name (`Mc<b>Donald</b>`). Ours: of 23 such seams in
    the texts of four gold sets 22 are apart there. 57 of 4,458 pages have 261 numbers before words; of three read on
    each page, all are two words.

    >>> are_apart_beside("Our Process", "We listen"), are_apart_beside("on Mc", "Donald Street")
    (True, False)
    >>> are_apart_beside("Simpson Valley", "Comments:\\xa0"), are_apart_beside("22", "Sometimes")
    (True, True)
    >>> are_apart_beside("5", "star reviews"), are_apart_beside("5", "th"), are_apart_beside("2", "O")
    (True, False, False)
    >>> are_apart_beside("5.", "star reviews"), are_apart_beside("5/", "star reviews")
    (True, False)
    """
    if ends_label(before) and (after[0].isupper() or after[0].isdigit() or is_uncased(after[0])):
        return True
    last = before[-1]
    if last.isdigit() or (last == "." and before[:-1].strip().isdigit()):
        return _is_word(after) or is_year_before_time(before, after) or _is_year_before_words(before, after)
    if not after[0].isupper():
        return is_new_sentence(before, after)
    if last in SENTENCE_ENDINGS:
        return is_sentence_end(before, after)
    words = before.split()
    is_word_end = last.islower() and len(words) > 1 and len(words[-1]) >= MIN_WORD
    return is_word_end and (after[-1].isspace() or len(after.split(None, 1)) > 1)


def is_before_short_word(number: str, after: str) -> bool:
    """Whether a number is before a word of two letters, as that of a verse: `<sup>1</sup>In the beginning`.

    >>> is_before_short_word("1", "In the"), is_before_short_word("2", "O is"), is_before_short_word("3", "D")
    (True, False, False)
    """
    return number.isdigit() and after[:2].istitle() and _SHORT_WORD.match(after) is not None


def ends_label(before: str) -> bool:
    """Whether a text ends in the colon of a label: `<b>Author:</b>Ann`.

    >>> ends_label("Author:"), ends_label("Prix :"), ends_label("std::"), ends_label("16:"), ends_label(":")
    (True, True, False, False, False)
    """
    return len(before) > 1 and before[-1] == ":" and before[-2] != ":" and not before[-2].isdigit()


def is_year_before_time(before: str, after: str) -> bool:
    """Whether a date ends in its year and a clock time begins. Ours: of 5,608 pages 13 have such seams.

    >>> is_year_before_time("17.01.2012", "19:55"), is_year_before_time("17", "19:55")
    (True, False)
    """
    return _YEAR_AT_END.search(before) is not None and _CLOCK_TIME.match(after) is not None


def _is_year_before_words(before: str, after: str) -> bool:
    """Whether a date ends in its year and words follow, the first too short for `_is_word`: `May 5, 2024`, `If you`.

    In small letters it may be an ending: `2011ko martxoa` is Basque. Ours: two of 4,458 pages have such seams.
    """
    return after[:2].istitle() and _SHORT_WORD.match(after) is not None and _YEAR_AT_END.search(before) is not None


def is_new_sentence(before: str, after: str) -> bool:
    """Whether a sentence plainly ends between two texts of which the second begins with no capital: with a letter of a
    script without case, with an opening sign before a capital or such a letter, or with a number and more words.

    >>> is_new_sentence("यह पहला वाक्य है।", "यह दूसरा"), is_new_sentence("그는 집에 갔다.", "그녀는")
    (True, True)
    >>> is_new_sentence("She went.", "– No"), is_new_sentence("five oz.", "(two cups)"), is_new_sentence("I go.", "so")
    (True, False, False)
    """
    if before[-1] not in SENTENCE_ENDINGS or after[0].isupper():
        return False
    words = before.split()
    word = words[-1].rstrip(before[-1])
    if len(words) < 2 or len(word) < 2 or not (word.isalpha() or is_uncased(word)):
        return False
    if after[0].isdigit():
        return len(after.split(None, 1)) > 1
    if after[0] in _OPENERS or category(after[0]) in _OPENING:
        after = after[1:].lstrip()
    return after[:1].isupper() or _has_no_case(after[:1])


def _has_no_case(letter: str) -> bool:
    return (is_uncased(letter) or _UNCASED_TOO.match(letter) is not None) and category(letter)[0] != "M"


def is_sentence_end(before: str, after: str) -> bool:
    """Whether a sentence plainly ends between a text that ends in one of SENTENCE_ENDINGS and that of an element.

    Ours: it finds 257 on 112 of 3,736 pages; read, all but one or two lines of programs were ends.

    >>> is_sentence_end("Pour it on.", "Wait"), is_sentence_end("Verein e.", "V."), is_sentence_end("in ASP.", "NET")
    (True, False, False)
    >>> is_sentence_end("Pour it on.", "Now"), is_sentence_end("Pour it on.", "NOW")
    (True, False)
    >>> is_sentence_end("by J.", "Smith"), is_sentence_end("It has 3.", "Wait"), is_sentence_end("see www.", "Example")
    (False, True, False)
    """
    words = before.split()
    if len(words) < 2 or not after[0].isupper() or len(words[-1]) == 1:
        return False
    word = words[-1][:-1]
    if before[-1] != "." or word.endswith(".") or word.isdigit():
        return True
    following = after.split(None, 1)[0]
    is_suffix = 1 < len(following) <= MAX_SUFFIX and following.isupper()  # of `ASP.`, and of `Ph.`: `NET`, `D.`
    return len(word) > 1 and word.isalpha() and word.lower() != "www" and not is_suffix
