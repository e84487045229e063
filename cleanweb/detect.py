"""Detect the encoding of a page that declares none, or a wrong one, from its bytes.

Bytes above 7F are isolated in Latin scripts and come in runs in all others. For the latter, the letters of known words
tell the encoding (`likely_letters.py`). For Latin script, charset-normalizer compares the candidates. Its answers are
good because of what it is given: text without markup, and as candidates only encodings that browsers know, restricted
to those that give known words (`known_words.py`) or to those of the page's `lang`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from unicodedata import category

from cleanweb.encodings import LATIN, MULTI_BYTE, NO_TEXT, above_ascii_count, decode_as, python_name
from cleanweb.known_words import MIN_WORDS, accented_words
from cleanweb.likely_letters import evidence

SCAN_BYTES: Final = 1 << 20  # of the page that are read; ours
HEAD_BYTES: Final = 8192  # of the page that are searched for `<html lang>`; ours
SAMPLE_BYTES: Final = 32768  # of text; ours
MAX_BAD_SHARE: Final = 0.1  # of characters on which a declared multi-byte encoding may fail; ours
# The share of high bytes in runs of three or more. Measured on 186 pages in 30 languages stored in their legacy
# encodings: at most .21 in Latin scripts, at least .60 in the others.
MAX_LATIN_RUN_SHARE: Final = 0.3
# How much likelier than random text (e to this power) text of another script must be; ours: none of 19,000 texts in
# Latin script is as likely, nor are lists of accented letters ("áéíóúñü"), but 96 of 100 texts with ten high bytes are.
MIN_EVIDENCE: Final = 7
MIN_EVIDENCE_AGAINST_DECLARATION: Final = 20  # ours: from about twelve letters
# For the few high bytes of a short text in a declared encoding. Ours: eight German ones give -121 in GB 18030.
MIN_EVIDENCE_OF_FEW: Final = -50
# How many times as likely as in a declared encoding of a non-Latin script a text must be in another one, and how likely
# a byte is at least in the right one. Ours: pieces of 343 pages in eight languages, stored in their legacy encodings,
# are never likelier in another one, but for siblings, where they are as likely; misdeclared ones are four times and
# more. Wrong encodings give up to .25 a byte.
MIN_TIMES_THE_EVIDENCE: Final = 2
PLAIN_EVIDENCE: Final = 0.5
EVIDENCE_BYTES: Final = 2048  # of text, which are enough; ours
MIN_CONTRADICTING_BYTES: Final = 24  # high bytes; with fewer, their runs and letters say nothing ("•••"); ours
# How unlikely a text charset-normalizer may accept, 0 to 1: its default, and a higher value if that leaves nothing
# (words among many signs and numbers).
MESS_THRESHOLDS: Final = (0.2, 0.5)
MIN_HIGH_BYTES: Final = 8  # fewer say nothing about the encoding; ours
MIN_LETTER_SHARE: Final = 0.97  # of the letters that the best candidate reads; ours: "ve¾a" is not a word, "veľa" is
MIN_DECLARED_LETTER_SHARE: Final = 0.8  # likewise for a declared encoding, which has the benefit of the doubt; ours
WESTERN_BONUS: Final = 0.025  # of coherence (0 to 1): the most frequent encoding wins among equals; ours

# Candidates if the page does not state its language; other Latin encodings are rarer than their false detections.
_WESTERN: Final = ("windows-1252", "iso-8859-15")
_CENTRAL: Final = ("windows-1250", "iso-8859-2")
_BALTIC: Final = ("windows-1257", "iso-8859-13")
_LATIN_CANDIDATES: Final = (*_WESTERN, *_CENTRAL, "windows-1254", *_BALTIC)
_CYRILLIC: Final = ("windows-1251", "koi8-r", "koi8-u", "iso-8859-5", "ibm866", "x-mac-cyrillic")
_GREEK: Final = ("windows-1253", "iso-8859-7")
_HEBREW: Final = ("windows-1255", "iso-8859-8")
_ARABIC: Final = ("windows-1256", "iso-8859-6")
_OTHER_CANDIDATES: Final = (*MULTI_BYTE, *_CYRILLIC, *_GREEK, *_HEBREW, *_ARABIC, "windows-874")
# Encodings that differ in a few characters only: the letters decide, then the order.
_KOI8: Final = ("koi8-r", "koi8-u")
_SIBLINGS: Final = (_WESTERN, _CENTRAL, _BALTIC, _GREEK, _HEBREW, _KOI8)
# Pages declare one of these and mean the other: Ukrainian ones declare koi8-r, Greek and Hebrew ones the ISO encoding
# for that of Windows. The other must read this many more letters; ours: it reads an apostrophe before a Greek word as a
# letter.
_CONFUSED: Final = (_GREEK, _HEBREW, _KOI8)
MIN_MORE_LETTERS: Final = 2

_BY_LANGUAGE: Final[dict[str, tuple[str, ...]]] = {
    "ja": ("shift_jis", "euc-jp"),
    "zh": ("gb18030", "big5"),
    "ko": ("euc-kr",),
    "el": _GREEK,
    **dict.fromkeys("tr az ku".split(), ("windows-1254",)),
    **dict.fromkeys("he iw yi ji".split(), _HEBREW),
    **dict.fromkeys("mt eo".split(), ("iso-8859-3",)),
    **dict.fromkeys("cy ga gd".split(), ("iso-8859-14",)),
    "ar": _ARABIC,
    "vi": ("windows-1258",),
    "th": ("windows-874",),
    "sr": (*_CYRILLIC, *_CENTRAL),
    **dict.fromkeys("fa ur ps sd ug ckb".split(), ("windows-1256",)),
    "et": (*_BALTIC, *_WESTERN),
    **dict.fromkeys("lt lv".split(), _BALTIC),
    **dict.fromkeys("ru be uk bg mk kk ky tg mn tt".split(), _CYRILLIC),
    **dict.fromkeys("pl cs sk hu sl hr bs ro sq".split(), _CENTRAL),
    **dict.fromkeys("de fr es it pt nl sv da no nb nn fi is ca gl eu".split(), _WESTERN),
    "en": (),  # in none more than in another, and the language of templates
}
_OF_LATIN_SCRIPT: Final = tuple(
    language for language, encodings in _BY_LANGUAGE.items() if not encodings or not set(LATIN).isdisjoint(encodings)
)

_LANG = re.compile(rb"<html\b[^>]*?\blang\s*+=\s*+[\"']?\s*+([a-z]{2,3})\b", re.I)  # as `decode._META`
_MARKUP = re.compile(NO_TEXT + rb"|<[^<>]*+>?|[\r\n]+", re.I | re.S)
_REPEATED = re.compile(rb"([\x80-\xff])\1+")
_RUN = re.compile(rb"[\x80-\xff]{3,}")
NEVER: Final = b"N"  # characters that pages never mean: control characters, the general currency sign
# On classes of characters: u and l for upper and lower case in ASCII, U and L above ASCII.
_LETTER_IN_WORD = re.compile(rb"(?<=[ulUL])L|L(?=[ulUL])|(?<![lL])U(?=[ulUL])|(?<=[uU])U")


def contradicts(data: bytes, encoding: str) -> bool:
    """Whether the bytes contradict the declared encoding: another family of scripts, much likelier in another encoding,
    unreadable, or no known words."""
    if encoding in MULTI_BYTE:
        text, bad_count = decode_as(data, encoding)
        if bad_count > MAX_BAD_SHARE * above_ascii_count(text):
            return True
    sample = text_sample(data)
    once = _REPEATED.sub(rb"\1", sample)
    is_long = len(_high_bytes(once)) >= MIN_CONTRADICTING_BYTES
    if encoding not in LATIN:
        if run_share(sample) > MAX_LATIN_RUN_SHARE:
            return _is_likelier_in_other(sample[:EVIDENCE_BYTES], encoding)
        return evidence(once, encoding) < (MIN_EVIDENCE if is_long else MIN_EVIDENCE_OF_FEW)
    if _of_other_script(sample, _OTHER_CANDIDATES, MIN_EVIDENCE_AGAINST_DECLARATION):
        return True
    words = accented_words(sample, _OF_LATIN_SCRIPT)[1]
    if max(words.values()) >= words[encoding] + MIN_WORDS:
        return True
    most = max(_letter_count(sample, candidate) for candidate in _LATIN_CANDIDATES)
    return is_long and _letter_count(sample, encoding) < most * MIN_DECLARED_LETTER_SHARE


def _is_likelier_in_other(sample: bytes, declared: str) -> bool:
    """Whether another encoding of a non-Latin script makes the sample much likelier than the declared one."""
    own = evidence(sample, declared)
    if own >= PLAIN_EVIDENCE * len(sample):  # true for most pages, which saves the other readings
        return False
    least = MIN_TIMES_THE_EVIDENCE * max(own, MIN_EVIDENCE_AGAINST_DECLARATION)
    return any(evidence(sample, encoding) >= least for encoding in _OTHER_CANDIDATES if encoding != declared)


def meant(data: bytes, declared: str) -> str:
    """The encoding that a page means by its declaration: another one of the same script, if that reads more letters."""
    named = declared.removesuffix("-i")  # iso-8859-8-i differs from iso-8859-8 only in the direction of its lines
    for family in _CONFUSED:
        if named in family:
            sample = text_sample(data)
            letters = {encoding: _in_words(sample.translate(_letter_table(encoding))) for encoding in family}
            best = max(family, key=lambda encoding: letters[encoding])
            return best if letters[best] - letters[named] >= MIN_MORE_LETTERS else declared
    return declared


def detect(data: bytes) -> str | None:
    """The canonical name of the encoding of a page that is not UTF-8; None if nothing fits."""
    sample = text_sample(data)
    stated = _LANG.search(data, 0, HEAD_BYTES)
    of_language = _BY_LANGUAGE.get(stated[1].decode().lower(), ()) if stated else ()
    # A stated language of the other family comes from a template; mostly "en", so English narrows nothing.
    others = tuple(encoding for encoding in of_language if encoding not in LATIN)
    if other := _of_other_script(sample, others) or _of_other_script(sample, _OTHER_CANDIDATES):
        return other
    narrowed = _encodings_by_words(sample)
    if not narrowed:
        if len(_high_bytes(sample)) < MIN_HIGH_BYTES:
            return None
        narrowed = tuple(encoding for encoding in of_language if encoding in LATIN)
    return (_best(sample, narrowed) if narrowed else None) or _best(sample, _LATIN_CANDIDATES)


def is_likelier_than_utf8(data: bytes) -> bool:
    """Whether a page that may be damaged UTF-8 is more likely in a legacy encoding of a non-Latin script."""
    return _of_other_script(text_sample(data), ("utf-8", *_OTHER_CANDIDATES)) not in ("utf-8", None)


def _of_other_script(sample: bytes, candidates: tuple[str, ...], least: float = MIN_EVIDENCE) -> str | None:
    """The non-Latin candidate in which the sample is likeliest; None if it is unlikely in all."""
    if run_share(sample) <= MAX_LATIN_RUN_SHARE:
        return None
    found = {encoding: evidence(sample[:EVIDENCE_BYTES], encoding) for encoding in candidates}
    best = max(found, key=lambda encoding: found[encoding], default="")
    return _sibling(sample, best, candidates) if best and found[best] >= least else None


def _encodings_by_words(sample: bytes) -> tuple[str, ...]:
    """The encodings that give most words of the sample's language, among its usual ones unless others give more."""
    language, words = accented_words(sample, _OF_LATIN_SCRIPT)
    usual = [encoding for encoding in _BY_LANGUAGE.get(language, ()) if encoding in LATIN]
    most_usual = max((words[encoding] for encoding in usual), default=0)
    if usual and max(words.values()) >= most_usual + MIN_WORDS:
        usual, most_usual = LATIN, max(words.values())
    return tuple(encoding for encoding in usual if words[encoding] == most_usual)


def run_share(sample: bytes) -> float:
    """The share of high bytes that are in runs of three or more."""
    once = _REPEATED.sub(rb"\1", sample)  # a row of bullets is not a word
    return sum(map(len, _RUN.findall(once))) / max(1, len(_high_bytes(once)))


def _high_bytes(sample: bytes) -> bytes:
    return sample.translate(None, bytes(range(0x80)))


def text_sample(data: bytes) -> bytes:
    """The text between tags, without lines in pure ASCII."""
    scanned = data[:SCAN_BYTES]
    lines, size = [], 0
    for line in _MARKUP.split(scanned):
        if not line.isascii():
            lines.append(line)
            size += len(line)
            if size > SAMPLE_BYTES:
                break
    return b"\n".join(lines or [scanned])[:SAMPLE_BYTES]


def _best(sample: bytes, candidates: tuple[str, ...]) -> str | None:
    """The Latin candidate that charset-normalizer finds most coherent; windows-1252 if it is as good as any."""
    from charset_normalizer import from_bytes  # noqa: PLC0415  (late: most pages never need it)

    letters = {encoding: _letter_count(sample, encoding) for encoding in candidates}
    least = max(letters.values()) * MIN_LETTER_SHARE
    worth = [encoding for encoding in candidates if letters[encoding] >= least]
    names = {_name_in_charset_normalizer(encoding): encoding for encoding in worth}
    for threshold in MESS_THRESHOLDS:
        matches = from_bytes(
            sample, threshold=threshold, cp_isolation=list(names), preemptive_behaviour=False, enable_fallback=False
        )
        if matches:
            break
    else:
        return None
    scores = {
        names[name]: match.coherence + (WESTERN_BONUS if name == "cp1252" else 0)
        for match in reversed(matches)
        for name in match.could_be_from_charset
    }
    found = max(scores, key=lambda encoding: scores[encoding])
    if found not in _WESTERN and _same_letters(sample, found, "windows-1252"):
        found = "windows-1252"
    return _sibling(sample, found, candidates)


def _sibling(sample: bytes, found: str, candidates: tuple[str, ...]) -> str:
    """The encoding found, or a candidate of its family that reads more letters."""
    family = next((family for family in _SIBLINGS if found in family), ())
    siblings = [encoding for encoding in family if encoding in candidates]
    return max(siblings, key=lambda encoding: (_letter_count(sample, encoding), encoding == found), default=found)


@lru_cache(maxsize=64)
def _name_in_charset_normalizer(encoding: str) -> str:
    from charset_normalizer.utils import iana_name  # noqa: PLC0415  (as above)

    return iana_name(python_name(encoding))


def _letter_count(sample: bytes, encoding: str) -> int:
    """The number of high bytes that a single-byte encoding reads as letters of words, minus those that no page means.

    A letter of a word is next to another letter; a capital does not follow a lower-case letter.
    """
    classes = sample.translate(_letter_table(encoding))
    return max(0, _in_words(classes) - classes.count(NEVER))


def _in_words(classes: bytes) -> int:
    return len(_LETTER_IN_WORD.findall(classes))


def _same_letters(sample: bytes, encoding: str, other: str) -> bool:
    """Whether two single-byte encodings read the same letters in the sample; symbols may differ."""
    high = bytes(set(_high_bytes(sample)))
    pairs = zip(decode_as(high, encoding)[0], decode_as(high, other)[0], strict=True)
    return all(one == two or not (one.isalpha() or two.isalpha()) for one, two in pairs)


@lru_cache(maxsize=64)
def _letter_table(encoding: str) -> bytes:
    """The class of each byte, for `_LETTER_IN_WORD`."""
    text = decode_as(bytes(range(256)), encoding)[0]
    return "".join(_letter_class(char, byte) for byte, char in enumerate(text)).encode()


def _letter_class(char: str, byte: int) -> str:
    if 0x80 <= ord(char) < 0xA0 or char in "¤¦΅":
        return NEVER.decode()
    # Quotation marks next to words count as letters, since other encodings have letters at their codes.
    if not (char.isalpha() or category(char) == "Mn" or char in "¿¡«»"):
        return " "
    name = "u" if char.isupper() else "l"
    return name if byte < 0x80 else name.upper()
