"""The encodings of the WHATWG Encoding Standard, on top of Python's codecs.

Labels come from `webencodings`; what Python's codecs lack compared with the standard is added: here the C1 controls of
the Windows code pages, in `vendor_codes.py` the codes of multi-byte encodings.
"""

from __future__ import annotations

import codecs
from functools import lru_cache
from typing import Final

from cleanweb.vendor_codes import REPLACEMENT, handler, mended

# A bytes pattern for comments, scripts and style sheets, which may be in another encoding than the page's text.
NO_TEXT: Final = rb"<!--.*?(?:-->|\Z)|<script\b.*?(?:</script|\Z)|<style\b.*?(?:</style|\Z)"

# Python's names for encodings whose standard name is unknown to Python or means something else there.
_PYTHON_NAMES: Final = {
    "big5": "big5hkscs",
    "euc-kr": "cp949",
    "iso-2022-jp": "iso2022_jp_ext",
    "iso-8859-8-i": "iso8859_8",
    "macintosh": "mac_roman",
    "shift_jis": "cp932",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac_cyrillic",
}
# A page whose <meta> could be read as ASCII is not UTF-16 (HTML Standard, "prescan a byte stream"); GBK is a subset of
# GB 18030 and the standard decodes it as such. "replacement" stands for encodings that browsers refuse: no evidence.
_OTHER_MEANING: Final = {
    "gbk": "gb18030",
    "replacement": None,
    "utf-16be": "utf-8",
    "utf-16le": "utf-8",
    "x-user-defined": "windows-1252",
}
MULTI_BYTE: Final = ("gb18030", "big5", "euc-jp", "shift_jis", "euc-kr")
LATIN: Final = (
    "windows-1252 windows-1250 windows-1254 windows-1257 windows-1258 macintosh iso-8859-2 iso-8859-3 iso-8859-4 "
    "iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16"
).split()
_NOT_CHARMAPS: Final = (*MULTI_BYTE, "iso-2022-jp", "utf-8", "utf-16le", "utf-16be")


def named(label: str) -> str | None:
    """The canonical name of the encoding that a page's declaration means; None for a useless label."""
    from webencodings.labels import LABELS  # noqa: PLC0415  (late: most pages are UTF-8)

    name = LABELS.get(label.strip("\t\n\f\r ").lower())
    return _OTHER_MEANING.get(name, name) if name else None


def python_name(encoding: str) -> str:
    """The Python codec that is closest to an encoding of the standard."""
    return _PYTHON_NAMES.get(encoding, encoding)


def decode_as(data: bytes, encoding: str) -> tuple[str, int]:
    """Text in the encoding (a canonical name), and the number of byte sequences that were replaced by U+FFFD."""
    if encoding not in _NOT_CHARMAPS:
        text = codecs.charmap_decode(data, "strict", _charmap(encoding))[0]
        return text, text.count(REPLACEMENT)
    codec = python_name(encoding)
    text = mended(data.decode(codec, handler(encoding)), encoding)
    replaced = text.count(REPLACEMENT)
    if replaced and (written := REPLACEMENT.encode(codec, "ignore")):
        replaced = max(0, replaced - data.count(written))  # not counting those in the page itself
    return text, replaced


def encode_as(text: str, encoding: str) -> bytes | None:
    """Text in a single-byte encoding; None if it has other characters."""
    try:
        return codecs.charmap_encode(text, "strict", codecs.charmap_build(_charmap(encoding)))[0]
    except UnicodeEncodeError:
        return None


def above_ascii_count(text: str) -> int:
    """The number of characters that are not ASCII."""
    return len(text) - len(text.encode("ascii", "ignore"))


@lru_cache(maxsize=64)
def _charmap(encoding: str) -> str:
    """The 256 characters of a single-byte encoding; as in the standard, undefined bytes in 80-9F are C1 controls."""
    table = list(bytes(range(256)).decode(python_name(encoding), "replace"))
    for byte in range(0x80, 0xA0):
        if table[byte] == REPLACEMENT:
            table[byte] = chr(byte)
    if encoding == "koi8-u":  # the standard has the Belarusian letter where Python has box drawing
        table[0xAE], table[0xBE] = "ў", "Ў"
    elif encoding == "windows-1255":
        table[0xCA] = "\u05ba"
    return "".join(table)
