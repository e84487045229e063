"""Bytes to text, and the evidence for the encoding.

The evidence, the strongest first; each word is what the journal says:

    bom                  a byte order mark
    utf-16 zero bytes    every second byte is zero
    ascii, valid utf-8   strictly valid UTF-8 beats any declaration
    utf-8 twice          valid UTF-8 that was read as Latin-1, windows-1252 or windows-1251 and encoded again as a whole
                         ("â€™", "вЂ™")
    meta, encoded again  likewise for a page in the two-byte encoding that it declares (GB 18030, EUC-KR, ...), once or
                         twice
    damaged utf-8        nearly all multi-byte sequences are valid UTF-8; or most are, no legacy encoding is declared,
                         and no other encoding gives likelier text
    meta                 a declaration of a legacy encoding (`<meta>`, else the XML declaration) in the first 4 KB, with
                         or without scripts and styles, unless the bytes belong to another family of scripts, are much
                         likelier in another encoding, are mostly unreadable in it or give fewer known words, and there
                         is another answer; KOI8-R may mean KOI8-U, and the ISO encoding of Greek or Hebrew that of
                         Windows, if that reads more letters
    detected             by known words (`known_words.py`), letters (`likely_letters.py`) and statistics (`detect.py`);
                         or by the escapes of ISO-2022-JP
    default              windows-1252

Input that is already characters (a `str` from Python) is used as it is: `characters`.

A few bad bytes never change the encoding: they become U+FFFD and are counted.
"""

from __future__ import annotations

import re
from codecs import utf_8_decode
from dataclasses import dataclass
from typing import Final, Literal

from cleanweb.encodings import MULTI_BYTE, NO_TEXT, above_ascii_count, decode_as, encode_as, named
from cleanweb.xml_source import as_html

Evidence = Literal[
    "bom",
    "utf-16 zero bytes",
    "ascii",
    "valid utf-8",
    "utf-8 twice",
    "meta, encoded again",
    "meta",
    "damaged utf-8",
    "detected",
    "default",
    "characters",
]

# Bytes checked at a time: decoding megabytes at once requests memory from the system, which takes twice as long.
CHECKED_BYTES: Final = 1 << 15
PRESCAN_BYTES: Final = 4096  # the standard asks for 1024; real pages put scripts and styles before their <meta>
LONG_HEAD_BYTES: Final = 1 << 17  # searched without scripts, styles and comments, if a page is not UTF-8; ours
# Shares of bad multi-byte sequences. Read as UTF-8, pages in legacy encodings have at least .69 bad ones (186 pages in
# 30 languages, the shortest with one sentence), shorter texts in Japanese or Thai fewer; a declaration outweighs a few
# good ones.
MAX_BAD_SHARE: Final = 0.65
MAX_BAD_SHARE_AGAINST_DECLARATION: Final = 0.1
MIN_ZERO_SHARE: Final = 0.25  # of the first bytes; ours: pure ASCII has half, text in other scripts fewer
MAX_OTHER_ZEROS: Final = 0.1  # zeros in the other bytes of the pairs, as a share of the zeros; ours
_BOMS: Final = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"))

# The first two bytes of a UTF-8 character (a lead C2-F4, a continuation 80-BF), each encoded again: read as Latin-1 or,
# from the second alternative on, as windows-1252 ("€", "“", "š", ...); or both as windows-1251 ("Ђ", "ё").
_TWICE = re.compile(
    rb"\xc3[\x82-\xb4](?:\xc2[\x80-\xbf]|\xe2\x80[\x90-\xba]|\xe2\x82\xac|\xe2\x84\xa2"
    rb"|\xc5[\x92\x93\xa0\xa1\xb8\xbd\xbe]|\xc6\x92|\xcb[\x86\x9c])"
    rb"|(?:\xd0[\x92-\xbf]|\xd1[\x80-\x84])(?:\xc2[\x98-\xbb]|\xe2\x80[\x90-\xba]|\xe2\x82\xac|\xe2\x84[\x96\xa2]"
    rb"|\xd0[\x81-\x8f]|\xd1[\x91-\x9f]|\xd2[\x90\x91])"
)
_TWICE_LEADS: Final = (b"\xc3", b"\xd0", b"\xd1")
_CHARACTER = re.compile(rb"[\xc2-\xf4][\x80-\xbf]+")
# Characters above ASCII. Ours: in windows-125x, a few signs after capitals also look like UTF-8 characters ("GROß…").
MIN_TWICE: Final = 5
# Two-byte text that was read as Latin consists of runs of even length; words in Latin script have single accented
# letters. Ours: minimum number of runs and maximum share of odd runs (in a few characters two bytes of four are ASCII).
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
MIN_PAIRED_RUNS: Final = 20
MAX_ODD_SHARE: Final = 0.1
_LATIN: Final = ("latin-1", "iso-8859-15", "cp1252")  # that such pages were read as
# A character whose surrogates were encoded one by one (CESU-8), as an emoji by some databases.
_SURROGATES = re.compile(rb"\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]")
_JAPANESE_ESCAPE = re.compile(rb"\x1b\$[@B(]")  # ISO-2022-JP is ASCII with escape sequences around its Japanese

# The first tag of a page in UTF-16, after white space.
_FIRST_TAG = re.compile(rb"(?:[\t\n\r ]\0)*+(<\0[!?/a-z]\0)|(?:\0[\t\n\r ])*+\0<\0[!?/a-z]", re.I)
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.S)
_PASSED = re.compile(NO_TEXT, re.I | re.S)
# <meta charset=X>, <meta http-equiv="Content-Type" content="text/html; charset=X">. White space is matched
# possessively: with backtracking, a page of "<meta " and spaces would take minutes.
_META = re.compile(rb"<meta[\s/][^>]*?charset\s*+=\s*+[\"']?\s*+([^\s\"'/>;]+)", re.I)
_SAYS_UTF8 = re.compile(rb"charset\s*+=\s*+[\"']?\s*+utf-?8", re.I)
_XML = re.compile(rb"<\?xml\s[^>]*?encoding\s*=\s*[\"']\s*([^\s\"'>]+)", re.I)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's characters and how they were found, without NULs and byte order mark, and with XML's `<a/>` closed."""

    utf8: bytes  # what the parser reads; the unchanged input if that is UTF-8
    encoding: str  # canonical name of the WHATWG Encoding Standard, lower case; "utf-8" for ASCII
    evidence: Evidence
    replaced_count: int = 0  # byte sequences without meaning in the encoding, each replaced by U+FFFD

    @property
    def text(self) -> str:
        """The characters; decoded on each use, since most systems need only the bytes."""
        return self.utf8.decode("utf-8")


def decode(data: bytes | str) -> Decoded:
    """Decode a page; never fails. A `str` is used as it is, with `?` for lone surrogates."""
    if isinstance(data, str):
        return Decoded(_for_parsers(data.removeprefix("\ufeff").encode("utf-8", "replace")), "utf-8", "characters")
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _decoded(data[len(bom) :], encoding, "bom")
    if b"\0" in data and (encoding_by_zeros := _zero_byte_pattern(data)):
        return _decoded(data, encoding_by_zeros, "utf-16 zero bytes")
    if data.isascii() and _JAPANESE_ESCAPE.search(data):
        return _decoded(data, "iso-2022-jp", "meta" if declared_encoding(data) == "iso-2022-jp" else "detected")
    if data.isascii() or _is_utf8(data):
        return _from_utf8(data)
    return _decode_legacy(data)


def _from_utf8(data: bytes) -> Decoded:
    """Decode bytes known to be UTF-8: they stay as they are, unless the page was encoded twice."""
    if data.isascii():
        return Decoded(_for_parsers(data), "utf-8", "ascii")
    evidence: Evidence = "valid utf-8"
    if _begins_twice(data) and (original := _encoded_once(data)):
        data, evidence = original, "utf-8 twice"
    # Most pages declare UTF-8 and need no search for other declarations.
    declared = None if _SAYS_UTF8.search(data, 0, PRESCAN_BYTES) else declared_encoding(data)
    if declared in MULTI_BYTE and (pairs := _pairs_read_as_latin(data)):
        return _decoded(pairs, declared, "meta, encoded again")
    return Decoded(_for_parsers(data), "utf-8", evidence)


def _decode_legacy(data: bytes) -> Decoded:
    """Decode bytes that are not valid UTF-8: as damaged UTF-8, as declared if the bytes allow it, or as detected."""
    declared = declared_encoding(data) or declared_encoding(_PASSED.sub(b"", data[:LONG_HEAD_BYTES]))
    legacy = None if declared == "utf-8" else declared
    whole = _SURROGATES.sub(_joined, data)
    bad_share = _bad_share(whole)
    if bad_share < MAX_BAD_SHARE_AGAINST_DECLARATION:
        return _decoded(whole, "utf-8", "damaged utf-8")
    from cleanweb.detect import contradicts, detect, is_likelier_than_utf8, meant  # noqa: PLC0415  (late: most pages are UTF-8)

    if bad_share < MAX_BAD_SHARE and not legacy and not is_likelier_than_utf8(data):
        return _decoded(whole, "utf-8", "damaged utf-8")
    if legacy and not contradicts(data, legacy):
        return _decoded(data, meant(data, legacy), "meta")
    if detected := detect(data):
        return _decoded(data, detected, "detected")
    if legacy:
        return _decoded(data, legacy, "meta")
    return _decoded(data, "windows-1252", "default")


def _joined(pair: re.Match[bytes]) -> bytes:
    return pair[0].decode("utf-8", "surrogatepass").encode("utf-16", "surrogatepass").decode("utf-16").encode("utf-8")


def declared_encoding(data: bytes) -> str | None:
    """The canonical name of the encoding that the page's head declares; None if it declares no known one."""
    head = _COMMENT.sub(b"", data[:PRESCAN_BYTES])
    labels = _META.findall(head) + _XML.findall(head)[:1]
    names = (named(label.decode("latin-1")) for label in labels)
    return next((name for name in names if name), None)


def _decoded(data: bytes, encoding: str, evidence: Evidence) -> Decoded:
    text, replaced_count = decode_as(data, encoding)
    return Decoded(_for_parsers(text.encode("utf-8")), encoding, evidence, replaced_count)


def _for_parsers(utf8: bytes) -> bytes:
    """Without NULs, and without XML's empty-element tags, which HTML does not have."""
    return as_html(utf8.replace(b"\0", b"") if b"\0" in utf8 else utf8)


def _begins_twice(data: bytes) -> bool:
    """Whether the first character above ASCII looks encoded twice; such characters begin with C3, D0 or D1."""
    firsts = [first for lead in _TWICE_LEADS if (first := data.find(lead)) >= 0]
    return bool(firsts) and data[: min(firsts)].isascii() and _TWICE.match(data, min(firsts)) is not None


def _is_utf8(data: bytes) -> bool:
    view, start = memoryview(data), 0
    try:
        while len(data) - start > CHECKED_BYTES:
            start += utf_8_decode(view[start : start + CHECKED_BYTES], "strict", False)[1]  # only whole characters
        utf_8_decode(view[start:], "strict", True)
    except UnicodeDecodeError:
        return False
    return True


def _encoded_once(data: bytes) -> bytes | None:
    """The UTF-8 that was taken for Latin-1 or windows-125x and encoded again; None if not all of it is like that."""
    text = data.decode("utf-8")
    once = encode_as(text, "latin-1")
    if once is None:
        once = encode_as(text, "windows-1252") or encode_as(text, "windows-1251")
        if once is None or len(_CHARACTER.findall(once)) < MIN_TWICE:
            return None
    return once.removeprefix(_BOMS[0][0]) if _is_utf8(once) else None


def _pairs_read_as_latin(data: bytes) -> bytes | None:
    """The two-byte text that was taken for Latin text and encoded again; None if its bytes are not in pairs."""
    text = data.decode("utf-8")
    for latin in _LATIN:
        try:
            once = text.encode(latin)
        except UnicodeEncodeError:
            continue
        lengths = [len(run) for run in _HIGH_RUN.findall(once)]
        odd = sum(length % 2 for length in lengths)
        return once if len(lengths) >= MIN_PAIRED_RUNS and odd <= MAX_ODD_SHARE * len(lengths) else None
    return None


def _zero_byte_pattern(data: bytes) -> str | None:
    """UTF-16 without a byte order mark: the page begins with markup, which is ASCII, so half its bytes are zero."""
    if start := _FIRST_TAG.match(data):
        return "utf-16le" if start[1] else "utf-16be"
    head = data[:PRESCAN_BYTES]
    high, low = head[0::2].count(0), head[1::2].count(0)
    if max(high, low) < len(head) * MIN_ZERO_SHARE or min(high, low) > MAX_OTHER_ZEROS * max(high, low):
        return None
    return "utf-16le" if low > high else "utf-16be"


def _bad_share(data: bytes) -> float:
    """The share of bad sequences among all multi-byte sequences when the bytes are read as UTF-8."""
    text, bad_count = decode_as(data, "utf-8")
    return bad_count / max(1, above_ascii_count(text))
