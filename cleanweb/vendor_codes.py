"""What Python's multi-byte codecs lack, or read otherwise, compared with the WHATWG Encoding Standard and its indexes.

`tests/test_decode.py` compares some of each; all were compared with the indexes once. Not mended: the second codes that
Big5 has for full-width slashes.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

REPLACEMENT: Final = "\ufffd"

# Codes of Big5 without a character in Python, mostly of earlier editions of the supplement of Hong Kong, and the last
# of the latest: the first index in the standard's table, then the characters from there on.
_BIG5: Final = (
    "1000㡵𡵓𣚞𦀡㻬𥣞㫵竼龗𤅡𨤍𣇪𠪊𣉞䌊蒄龖鐯䤰蘓墖靊鈘秐稲晠権袝瑌篅枂稬剏遆㓦珄𥶹瓆鿇垳䤯呌䄱𣚎堘穲𧭥讏䚮𦺈 "
    "1050䆁𥶙箮𢒼鿈𢓁𢓉𢓌鿉蔄𣖻䂴鿊䓡𪷿拁灮鿋 2082箸 2088簆 2103糎 2114緒 2123縝 2148者 "
    "2151耨 2221菁 2239蒨 2244萏 2303覦覩 2354起 2400都 2413銹 2477靜 2498響 "
    "2605鼖 2673蔃 2746兙兛兝兞 2771鍮 2780瑹 2990浧 3087禛 3259邗 3301靝 "
    "3436瀞 3451嬨 4136爁 4138矗 4141纇 4182駖 4206釔 4220惞 4230澶 4241輶 "
    "4258侻 4273營 4279鄄 4282鷰 4294菏 4329尐秣 4349婧 4419輋 4422筑 4494拐 "
    "4624恢 4694痹 4708汊 4742鬮 4748鼗 4815僭 4828弌 4902蠏 4922拎 4982瑨 "
    "4992煢 4997牐 5432␀␁␂␃␄␅␆␇␈␉␊␋␌␍␎␏␐␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟␡€ 10942廴 "
    "10946无 10948癶 10950隶 10957〃仝 19028倩 19035偽 19088包 19096卄 "
    "19112卿 19162嘅 19240婷 19299幵 19305廐 19326彘 19355悤 19398撐 "
    "19439晴 19454杞 19553沜渝 19557港 19611煮 19643猪 19672瑜 19697瓩 "
    "19748砉 "
)
_BIG5_ADDED: Final = {
    int(first) + place: character
    for first, characters in re.findall(r"(\d+)([^\d ]+)", _BIG5)
    for place, character in enumerate(characters)
}
_WIDE: Final = ("〜～", "‖∥", "−－", "¢￠", "£￡", "¬￢")  # as Shift_JIS has them
_PRIVATE: Final = "".join(
    chr(int(code, 16))
    for code in (
        "e5e5 e7c7 e78d e78e e78f e790 e791 e792 e793 e794 e795 e796 e81e e826 e82b e82c e832 e843 e854 e864"
    ).split()
)
# Characters that Python has in place of the standard's, each before that; for GB 18030 they are for private use, and
# the edition of 2022 replaced the others with those of Unicode.
_OTHERWISE: Final = {
    "big5": ("•‧", "､﹑", "‾¯", "∼～", "♁⊕", "☉⊙", "¥￥", "¢￠", "£￡"),
    "euc-jp": _WIDE,
    "iso-2022-jp": _WIDE,
    "gb18030": tuple(map("".join, zip(_PRIVATE, "\u3000ḿ︐︒︑︓︔︕︖︗︘︙龴龵龶龷龸龹龺龻", strict=True))),
}


def mended(text: str, encoding: str) -> str:
    """The text as the standard reads it, given that of Python's codec."""
    for pair in _OTHERWISE.get(encoding, ()):
        text = text.replace(*pair)
    return text


def handler(encoding: str) -> str:
    """The name of the error handler that gives the codes that Python lacks, and U+FFFD for all else."""
    return f"cleanweb.{encoding}" if encoding in _HANDLERS else "replace"


def _euc_jp(error: UnicodeDecodeError) -> tuple[str, int] | None:
    return _by_shift_jis(error, 0xA0)


def _iso_2022_jp(error: UnicodeDecodeError) -> tuple[str, int] | None:
    return _by_shift_jis(error, 0x20)


def _by_shift_jis(error: UnicodeDecodeError, base: int) -> tuple[str, int] | None:
    """Read a pair of bytes of JIS X 0208 (NEC row 13 with "①", the IBM rows) by its code in Shift_JIS."""
    pair = error.object[error.start : error.start + 2]
    if len(pair) < 2 or min(pair) <= base or max(pair) > base + 94:
        return None
    row, cell = pair[0] - base, pair[1] - base
    lead = (row - 1) // 2 + (0x81 if row <= 62 else 0xC1)
    trail = cell + 0x9E if row % 2 == 0 else cell + 0x3F + (cell > 63)
    return bytes((lead, trail)).decode("cp932", "replace")[0], error.start + 2


def _big5(error: UnicodeDecodeError) -> tuple[str, int] | None:
    pair = error.object[error.start : error.start + 2]
    if len(pair) < 2 or not (0x40 <= pair[1] <= 0x7E or 0xA1 <= pair[1] <= 0xFE):
        return None
    lead, trail = pair
    added = _BIG5_ADDED.get((lead - 0x81) * 157 + trail - (0x40 if trail < 0x7F else 0x62))
    return (added, error.start + 2) if added else None


def _gb18030(error: UnicodeDecodeError) -> tuple[str, int] | None:
    return ("€", error.start + 1) if error.object[error.start] == 0x80 else None


_HANDLERS: Final = {"euc-jp": _euc_jp, "iso-2022-jp": _iso_2022_jp, "big5": _big5, "gb18030": _gb18030}


def _register(encoding: str) -> None:
    def handle(error: UnicodeError) -> tuple[str, int]:
        assert isinstance(error, UnicodeDecodeError)
        return _HANDLERS[encoding](error) or (REPLACEMENT, error.end)

    codecs.register_error(handler(encoding), handle)


for _encoding in _HANDLERS:
    _register(_encoding)
