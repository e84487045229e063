"""The encoding of a page that declares none, by the statistics of charset-normalizer.

Three things make its answers much better than on a raw page: it sees the text without the markup, it may only answer
an encoding that browsers know, and the page's `lang` attribute narrows those.
"""

from __future__ import annotations

import re
from typing import Final

from cleanweb.encodings import MULTI_BYTE, python_name

SCAN_BYTES: Final = 1 << 20  # of the page looked at
SAMPLE_BYTES: Final = 32768  # of text given to charset-normalizer
MAX_BAD_SHARE: Final = 0.1  # of pieces of text that a multi-byte encoding may fail on; ours

SINGLE_BYTE: Final = (
    "windows-1252 windows-1251 windows-1250 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 "
    "windows-1258 windows-874 koi8-r koi8-u iso-8859-2 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-13 "
    "iso-8859-15 ibm866 x-mac-cyrillic macintosh"
).split()

_CYRILLIC: Final = ("windows-1251", "koi8-r", "iso-8859-5", "ibm866", "x-mac-cyrillic")
_CENTRAL: Final = ("windows-1250", "iso-8859-2")
BY_LANGUAGE: Final[dict[str, tuple[str, ...]]] = {
    "ja": ("shift_jis", "euc-jp"),
    "zh": ("gb18030", "big5"),
    "ko": ("euc-kr",),
    "el": ("windows-1253", "iso-8859-7"),
    "tr": ("windows-1254",),
    "az": ("windows-1254", "windows-1251"),
    "he": ("windows-1255", "iso-8859-8"),
    "ar": ("windows-1256", "iso-8859-6"),
    "fa": ("windows-1256",),
    "ur": ("windows-1256",),
    "et": ("windows-1257", "iso-8859-13", "windows-1252"),
    "lt": ("windows-1257", "iso-8859-13"),
    "lv": ("windows-1257", "iso-8859-13"),
    "vi": ("windows-1258",),
    "th": ("windows-874",),
    "uk": ("windows-1251", "koi8-u", *_CYRILLIC[1:]),
    "sr": (*_CYRILLIC, *_CENTRAL),
    **dict.fromkeys("ru be bg mk kk ky tg mn tt".split(), _CYRILLIC),
    **dict.fromkeys("pl cs sk hu sl hr bs ro sq".split(), _CENTRAL),
    **dict.fromkeys("de fr es it pt nl sv da no nb nn fi is ca gl eu".split(), ("windows-1252", "macintosh")),
}

_LANG = re.compile(rb"<html\b[^>]*?\blang\s*=\s*[\"']?\s*([a-z]{2,3})\b", re.I)
_MARKUP = re.compile(rb"<[^<>]*+>?|[\r\n]+")


def detect(data: bytes) -> str | None:
    """The canonical name of the encoding of a page that is not UTF-8; None where nothing fits."""
    pieces = _readable(_text_pieces(data))
    sample = b"\n".join(pieces)[:SAMPLE_BYTES]
    language = _LANG.search(data[:8192])
    narrowed = BY_LANGUAGE.get(language[1].decode().lower(), ()) if language else ()
    return (_best(sample, narrowed) if narrowed else None) or _best(sample, (*MULTI_BYTE, *SINGLE_BYTE))


def _best(sample: bytes, encodings: tuple[str, ...]) -> str | None:
    from charset_normalizer import from_bytes  # noqa: PLC0415

    names = {python_name(encoding).replace("-", "_"): encoding for encoding in encodings}
    names = {name.replace("windows_", "cp").replace("iso_8859_", "iso8859_"): e for name, e in names.items()}
    match = from_bytes(sample, cp_isolation=list(names), preemptive_behaviour=False, enable_fallback=False).best()
    return names[match.encoding] if match else None


def _text_pieces(data: bytes) -> list[bytes]:
    """The lines of text between tags that are not ASCII, up to the size of the sample."""
    scanned = data[:SCAN_BYTES]
    pieces, size = [], 0
    for piece in _MARKUP.split(scanned):
        if not piece.isascii():
            pieces.append(piece)
            size += len(piece)
            if size > SAMPLE_BYTES:
                break
    return pieces or [scanned]


def _readable(pieces: list[bytes]) -> list[bytes]:
    """The pieces without the few that the multi-byte encoding that fits best cannot read."""
    best = max((_readable_as(pieces, encoding) for encoding in MULTI_BYTE), key=len)
    return best if len(best) >= len(pieces) * (1 - MAX_BAD_SHARE) else pieces


def _readable_as(pieces: list[bytes], encoding: str) -> list[bytes]:
    kept = []
    for piece in pieces:
        try:
            piece.decode(python_name(encoding))
        except UnicodeDecodeError:
            continue
        kept.append(piece)
    return kept
