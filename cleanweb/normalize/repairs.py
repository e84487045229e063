"""Repairs of text, one `str` to `str` function each, documented with what it repairs and what harm it can do.

White space is not repaired here: segmenters collapse it, including no-break spaces. They use `is_seen` from here.
"""

import re
from collections.abc import Iterator
from unicodedata import normalize

_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d\ufffe\uffff]")
_C1 = re.compile("[\x80-\x9f]")
_AS_WINDOWS_1252 = {code: bytes([code]).decode("windows-1252", "ignore") or chr(code) for code in range(0x80, 0xA0)}
# UTF-8 continuation bytes by the characters that Latin-1 and windows-1252 read them as; and punctuation, ™ and € that
# were misread in this way.
_BYTES = {sign: code for code in range(0x80, 0xC0) for sign in (chr(code), _AS_WINDOWS_1252.get(code, chr(code)))}
_TWICE = re.compile(f"â(?:[€\x80][{''.join(_BYTES)}]|[„\x84]¢|[‚\x82]¬)")
MAX_MARKS = 1000  # of a letter, sorted at once; ours
# A run of at least that many, matched whole so that each is looked at once: neither ASCII nor word characters.
_MANY_MARKS = re.compile(rf"(?<![^\w\x00-\x7f])[^\w\x00-\x7f]{{{MAX_MARKS},}}")
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_LIGATURE = re.compile("[ﬀ-ﬆ]")
# Thai and Lao, Burmese, Khmer, Tai Le to Khmer symbols, Tai Tham, Balinese, Javanese, Burmese extensions: no spaces
# between words, so U+200B marks word boundaries. (In Chinese and Japanese it is taken out, as everywhere else.)
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\u1b00-\u1b7f\ua980-\ua9ff\uaa60-\uaa7f"
# Characters after which joiners have no function: all of Latin, and the signs that scripts share. But Persian puts one
# between a word in Latin letters and its ending.
_UNJOINED = "\0-\u024f\u2010-\u203a"
_ZERO_WIDTH = re.compile(
    f"[\u2060-\u2064\ufeff]|(?<![\u200b{_UNSPACED}])\u200b+|\u200b(?![{_UNSPACED}])"  # of several one is left
    f"|(?<![^{_UNJOINED}])(?:(?<!\\w)[\u200c\u200d]+|[\u200c\u200d]+(?![\u200c\u200d]|[^\\W{_UNJOINED}]))"
)
# Invisible operators of formulas next to a word: in "n log n" they stand for spaces, in "2x" and "f(x)" for nothing.
_OPERATOR = re.compile("(?<=[^\\W\\d_]{2})[\u2061\u2062](?=\\w)|(?<=\\w)[\u2061\u2062](?=[^\\W\\d_]{2})")
_DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]")
# Next to ideographs, a private-use character is a rare ideograph for which the page's encoding has no other code.
_IDEOGRAPHIC = "\u2e80-\u9fff\uf900-\ufaff"
_PRIVATE = "\ue000-\uf8ff\U000f0000-\U0010fffd"
_ICONS = re.compile(  # a run of several is treated as one
    f"(?<![{_IDEOGRAPHIC}{_PRIVATE}])[{_PRIVATE}]++(?![{_IDEOGRAPHIC}\\w])"
    f"|(?<![{_IDEOGRAPHIC}{_PRIVATE}\\w])[{_PRIVATE}]++(?![{_IDEOGRAPHIC}])"
)

# Any character except white space, the Braille blank, and those that are invisible by themselves (Unicode,
# Default_Ignorable_Code_Point), which editors put into paragraphs that must stay empty.
_SEEN = re.compile(
    "[^\\s\u2800\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def without_controls(text: str) -> str:
    """Remove control characters and noncharacters, left by broken encodings and by copying from other programs.

    Of U+0080 to U+009F, only those that windows-1252 lacks are removed.

    Harm: words separated only by a control character are glued.

    >>> without_controls("tea\\x03 time")
    'tea time'
    """
    return _CONTROLS.sub("", text)


def without_c1_controls(text: str) -> str:
    """Read U+0080 to U+009F as windows-1252: they are bytes of that encoding that were taken for Latin-1.

    The five that it lacks stay; the length never changes. Harm: none known, since no page means the control characters.

    >>> without_c1_controls("it\\x92s")
    'it’s'
    """
    return text.translate(_AS_WINDOWS_1252) if _C1.search(text) else text


def with_punctuation_once(text: str) -> str:
    """Restore punctuation (U+2000 to U+203F), ™ and € that were encoded twice, as in pasted texts.

    Letters (`Ã©`) stay: they may be intended. Harm: a text about such errors loses them.

    >>> with_punctuation_once("Iâ€™d wait â€œfor teaâ€\x9d â€“ été")
    'I’d wait “for tea” – été'
    """
    return _TWICE.sub(lambda found: bytes([0xE2, *(_BYTES[sign] for sign in found[0][1:])]).decode(), text)


def without_soft_hyphens(text: str) -> str:
    """Remove soft hyphens (U+00AD), which show where a word may be broken, and split it for every other program.

    Harm: some old pages use them as real hyphens; then the parts of the compound are glued.

    >>> without_soft_hyphens("Boiler\\xadplate")
    'Boilerplate'
    """
    return text.replace("\xad", "")


def without_zero_width(text: str) -> str:
    """Remove zero-width spaces, word joiners, byte order marks inside texts, and invisible operators.

    The zero-width space stays between letters of scripts without spaces, where it is the only word boundary. The
    zero-width joiner and non-joiner stay where they distinguish words (in Persian and the scripts of India) and where
    they join emoji; they are removed after Latin letters, where editors of pages leave them, unless an ending in
    another script follows. An operator next to a word becomes a space. Harm: if a page uses a zero-width space as a
    space, words are glued.

    >>> without_zero_width("https://\\u200bexample.org")
    'https://example.org'
    """
    return _ZERO_WIDTH.sub("", _OPERATOR.sub(" ", text))


def without_ligatures(text: str) -> str:
    """Replace the typographic ligatures of Latin (U+FB00 to U+FB06) by their letters.

    Letters that look like ligatures (æ, œ, ß, ĳ) stay. Harm: none known.

    >>> without_ligatures("a ﬁne oﬃce")
    'a fine office'
    """
    return _LIGATURE.sub(lambda found: _LIGATURES[found[0]], text)


def composed(text: str) -> str:
    """Normalization form C, the web's own (W3C, "Character Model for the World Wide Web: String Matching").

    It gives letters with marks a single spelling. Harm: some CJK compatibility ideographs become unified ones, which
    differ in shape.

    More than a thousand marks of a letter are sorted by the thousand, since time grows with the square of a run.

    >>> composed("cafe\\u0301") == "caf\\u00e9"
    True
    """
    return "".join([normalize("NFC", part) for part in _parts(text)])


def _parts(text: str) -> Iterator[str]:
    """The text cut before each letter with MAX_MARKS marks and after these; a longer run is cut again and again."""
    done = 0
    for run in _MANY_MARKS.finditer(text):
        for start in range(max(run.start() - 1, 0), run.end() - MAX_MARKS, MAX_MARKS + 1):
            yield text[done:start]
            done = start + MAX_MARKS + 1
            yield text[start:done]
    yield text[done:]


def without_directions(text: str) -> str:
    """Remove marks of the writing direction: words of right-to-left scripts are the same without them.

    Harm: a line with both directions may be displayed in another order.

    >>> without_directions("\\u200fISBN\\u200e: 0946")
    'ISBN: 0946'
    """
    return _DIRECTIONS.sub("", text)


def without_icons(text: str) -> str:
    """Remove private-use characters that are alone or at one side of a word: icons of the page's fonts.

    They stay inside words and next to ideographs. Harm: letters of such fonts (old manuscripts) at word boundaries are
    lost.

    >>> without_icons("Visit \\ue806"), without_icons("中国有\\ue2e5。") == "中国有\\ue2e5。"
    ('Visit ', True)
    """
    return _ICONS.sub("", text)


def is_seen(text: str) -> bool:
    """Whether any of the text is visible.

    >>> is_seen("tea\\u200d"), is_seen("\\u200b \\u200d")
    (True, False)
    """
    return _SEEN.search(text) is not None


def is_unseen(text: str) -> bool:
    """Whether a non-ASCII text is entirely invisible; most texts are ASCII, which is faster to check.

    >>> is_unseen("\\u200d"), is_unseen("\\xadtea"), is_unseen("tea")
    (True, False, False)
    """
    return not text.isascii() and _SEEN.search(text) is None
