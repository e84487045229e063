"""What a line of text by itself says of its kind: whether it can be a heading, is an item, asks, introduces."""

import re
from unicodedata import category

from cleanweb.measures.endings import (
    CLOSERS,
    COLON_WITH_DASH,
    ETHIOPIC_STOP,
    INTRODUCER,
    QUESTION_MARKS,
    without_pictures,
)
from cleanweb.measures.letters import ITEM_LETTERS
from cleanweb.measures.word_counts import word_counts
from cleanweb.page import Kind

# All ours, chosen like those of `layout_kinds.py`.
MAX_HEADING_WORDS = 12  # 10 to 15 differ by less than .1
MAX_HEADING_LETTERS = 24  # in scripts without spaces; 9 of 10 among 206 elements h1 to h4 of gold pages have at most 23
MAX_BOLD_QUESTION_WORDS = 24  # .01 and .04; 16 to 32 differ by less than .04
MAX_STOPPED_WORDS = 2  # a bold line this short is a heading even with a full stop: .00 and .04
_SENTENCE_END = frozenset(".…。．｡۔।॥։።။។᱾᱿꯫᠃᠉꤯꧉׃⋯︒")
_CLAUSE_END = _SENTENCE_END | frozenset("!?！？؟፧՞՜߹‼⁇⁈⁉,;:，；：、،؛፡፣፤፦՝៖၊܀܁܂߸᠂᠈⹁৷៕︐︑︓︔︕︖")
CLOCK = re.compile(r"(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)")  # a time of day
_BULLETS = frozenset("•·*-–—▪■●○◦∙»›→►‣⁃➢➤✓✔✅")
_CLOSE_BULLETS = frozenset("•・･")  # a space need not follow them
_QUESTION = re.compile(r"[\u0370-\u03ff\u1f00-\u1fff];$|՞")  # of Greek, and of Armenian, which asks inside the word
_DASHES = frozenset("-–—")
_DASHED = re.compile(r"[-–—](?!\d)")
# No headings, however short: parts separated by bars, as in menus and bylines (worth .02), remarks in square brackets
# or after ※, and Japanese speech: 「おはよう」 has no mark before its closing bracket.
_ASIDE_STARTS = frozenset("[「―※")
_ASIDE = re.compile(r".*\s\|\s | \[[^\[\]]*\]$ | 「[^「」]*」$ | [―※]", re.VERBOSE)
# "1. ", "(iv) ", "b) ": worth .4
_NUMBER = re.compile(r"\(?(?:\d{1,2}|[ivx]{1,4}|[a-z])[.):]\)?\s")
# The same in other scripts; no line of Latin letters begins so. "一、" is none: it numbers headings. A full stop
# counts only after Korean and Hebrew letters: elsewhere one letter and a stop are more often an abbreviation
# ("د. أحمد"), and in Hebrew two are initials ("א. ב. יהושע").
_NUMBER_OF_SCRIPT = re.compile(
    rf"""
      [(（]? (?: [{ITEM_LETTERS}] | الف ) [)）] \s
    | [가나다라마바사아자차카타파하]\. \s
    | [א-י]\. \s (?! [א-ת]\. )
    | (?: \d{{1,2}} | [\u0621-\u064aپچژکگی] | الف ) \s?[-–]\s? (?= [\u0621-\u064a\u0671-\u06d3] )  # "١- شاي", "أ- شاي"
    | \d{{1,2}} (?: [、．။၊។।།༽۔] | [.)）] (?= [\u3040-\u30ff\u3400-\u9fff] ) )  # "1、茶", "1.茶", "১। চা"
    | （\d{{1,2}}）
    | [፩-፼]{{1,3}} [.):፤] \s
    | [①-⑳❶-❿➀-➓㉑-㊿] (?= .* [\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3] )
    """,
    re.VERBOSE,
)
# A text with one of these and no letter is a price: more than half of the headings without a word on 4,400 pages were.
# In a list of short lines it is an item like the others. Dates and numbers head texts too: as paragraphs they cost .02
# to .03. So is a text of amounts and up to two words ("Our price $7.49", "US$ 5"), but not with other numbers, as
# products have ("REGA PLANAR 2 £214"): 79 of 3,494 pages had these as headings, on three they are ("Best under $700").
_SIGNS = "[$¢£¤¥฿៛\u20a0-\u20cf﷼＄￠￡￥]"
_CURRENCY = re.compile(_SIGNS)
_NUMERAL = r"(?<!\d)\d++(?:[.,' ]\d++){0,4}+"
_AMOUNT = re.compile(rf"{_SIGNS}\s?{_NUMERAL}|{_NUMERAL}\s?(?:{_SIGNS}|%)")
MAX_PRICE_WORDS = 2
MAX_PRICE_CHARS = 100
# Of ISO 4217, the currencies in which many shops sell; signs are known by their category of Unicode.
CURRENCIES = frozenset(
    "AED AUD BGN BRL CAD CHF CNY CZK DKK EUR GBP HUF INR JPY MXN NOK NZD PLN RON SEK SGD TRY UAH USD ZAR".split()
)
_WORD = re.compile(r"[^\W\d_]+")
_COLON = re.compile(r"(?<!:):\s|：")  # not as in "12:30", "http://", and signatures of functions: "pour :: Pot -> Tea"


def asks(text: str) -> bool:
    """Whether a text ends in a question mark of any script."""
    return text.endswith(QUESTION_MARKS) or (not text.isascii() and _QUESTION.search(text) is not None)


def opening_dash(text: str) -> str:
    """The dash before what may be an item or speech, "" if there is none."""
    return text[0] if text[:1] in _DASHES and _DASHED.match(text) else ""


def is_item(text: str, *, is_bold: bool) -> bool:
    """Whether the text begins with a bullet or, if it is not bold, a number."""
    first = text[:1]
    if (first in _BULLETS and text[1:2] == " ") or first in _CLOSE_BULLETS:
        return any(map(str.isalnum, text))  # not `* * *` between parts
    return not is_bold and _is_numbered(text)


def is_long(text: str, *, is_bold: bool = False) -> bool:
    """Whether the text is too long for a heading."""
    spaces = text.count(" ")
    if spaces >= MAX_HEADING_WORDS:
        return not is_bold or spaces >= MAX_BOLD_QUESTION_WORDS or not asks(text.rstrip(CLOSERS))
    return not text.isascii() and word_counts([text])[0] > MAX_HEADING_LETTERS


def kind_of_line(text: str, *, is_bold: bool) -> Kind:
    """Whether a short text is a heading, or a paragraph."""
    text = without_pictures(text)
    if _is_bold_sentence(text) if is_bold else _ends_clause(text):
        return "p"
    if ("|" in text or text[:1] in _ASIDE_STARTS) and _ASIDE.match(text):
        return "p"
    return "h" if any(map(str.isalnum, text)) else "p"


def _is_bold_sentence(text: str) -> bool:
    """Whether a bold text ends in a full stop and has more words than names of parts have ("Q.", "Act I.")."""
    return _ends_sentence(text) and word_counts([text])[0] > MAX_STOPPED_WORDS


def _ends_sentence(text: str) -> bool:
    end = text.rstrip(CLOSERS)
    return end[-1:] in _SENTENCE_END or end.endswith(ETHIOPIC_STOP)


def _ends_clause(text: str) -> bool:
    return text.rstrip(CLOSERS)[-1:] in _CLAUSE_END or COLON_WITH_DASH.search(text[-3:]) is not None


def introduces(text: str) -> bool:
    """Whether the text ends in a colon, or what stands for one."""
    return INTRODUCER.search(text[-3:]) is not None


def _is_numbered(text: str) -> bool:
    """Whether the text begins with the number of an item; Latin capitals are none."""
    if not text[:1].isupper() and _NUMBER.match(text):
        return True
    return not text.isascii() and _NUMBER_OF_SCRIPT.match(text) is not None


def is_price(text: str, *, is_bold: bool) -> bool:
    """Whether the text has a currency sign and no letter, or, if it is not bold, amounts and few words."""
    if not _CURRENCY.search(text):
        return False
    rest, count = _AMOUNT.subn(" ", text)
    words = len(_WORD.findall(rest))
    is_amount = count > 0 and words <= MAX_PRICE_WORDS and not any(map(str.isdigit, rest))
    return not words or (is_amount and not is_bold)


def has_price(text: str) -> bool:
    """Whether a short text has a number and a currency.

    >>> [has_price(text) for text in ("From $39", "EUR 39.00", "$", "39 eggs", "$39" + 100 * "!")]
    [True, True, False, False, False]
    """
    if len(text) > MAX_PRICE_CHARS or not any(map(str.isdigit, text)):
        return False
    return any(category(char) == "Sc" for char in text) or not CURRENCIES.isdisjoint(text.split())


def is_labelled(text: str) -> bool:
    """Whether the text is a label, a colon and a value."""
    colon = _COLON.search(text)
    return colon is not None and any(map(str.isalpha, text[: colon.start()])) and colon.end() < len(text)
