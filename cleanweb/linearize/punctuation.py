"""The marks that end and divide sentences, by script."""

from __future__ import annotations

import re
from typing import Final

from cleanweb.measures.endings import CLOSERS, COLON_WITH_DASH, COLONS, without_pictures

# Ends of sentences: Sentence_Terminal of Unicode 14 (without the scripts of Plane 1), dots, the Tibetan shad, the Greek
# question mark, the mark after verses of the Hebrew bible, and the forms for vertical text.
SENTENCE_ENDS: Final = frozenset(
    ".!?\u037e\u05c3…‥།༎։؝؞؟۔܀܁܂߹࠷࠹࠽࠾।॥၊။።፧፨᙮᜵᜶។៕᠃᠉᥄᥅᪨᪩᪪᪫᭚᭛᭞᭟᰻᰼᱾᱿‼‽⁇⁈⁉⳹⳺⳻⸮⸼。꓿꘎꘏꛳꛷꡶꡷꣎꣏꤯꧈꧉꩝꩞꩟꫰꫱꯫﹒﹖﹗！．？｡︒︕︖"
)
# Marks after which nothing has to be added; the colon introduces what follows.
FINAL_MARKS: Final = SENTENCE_ENDS | frozenset(COLONS)
# The last two separate syllables of Tibetan, so a phrase continues after them.
COMMA_LIKE: Final = ",;·\u0387，、；،؛፣፤՝၊߸᠂᠈⹁︐︑︔\u0f0b\u0f0c"

# Full stop and comma of a script, by the range of its letters (Unicode blocks). Scripts not listed here use those of
# Latin; Thai and Lao end sentences with a space.
_SIGNS: Final = (
    (
        "\u2e80-\u2fdf\u3040-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u31ff\uff66-\uff9f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff",
        "。",
        "、",
    ),
    # Letters of Urdu that Arabic, Persian, Kurdish and Uyghur lack.
    ("\u0679\u0688\u0691\u06ba\u06c1\u06c3\u06d2", "۔", "،"),
    ("\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff", ".", "،"),
    ("\u0900-\u0dff", "।", ","),
    ("\u0530-\u058f", "։", ","),
    ("\u1200-\u137f", "።", "፣"),
    ("\u1780-\u17ff", "។", ","),
    ("\u1000-\u109f", "။", "၊"),
    ("\u0f00-\u0fff", "།", "།"),
    ("\u1c50-\u1c7f", "᱾", ","),
    ("\uabc0-\uabff", "꯫", ","),
    ("\u0e00-\u0eff", "", ""),
    ("\u1800-\u18af", "᠃", "᠂"),
    ("\u0700-\u074f\u0780-\u07bf", ".", "،"),
    ("\u07c0-\u07ff", ".", "߸"),
    ("\U0001e900-\U0001e95f", ".", "⹁"),
)
# Codes of languages whose full stop is not that of their script: relatives of Urdu, and Marathi and Konkani.
_STOPS: Final = {
    **dict.fromkeys("ur pnb skr ks".split(), (".", "،", "۔")),
    **dict.fromkeys("mr kok gom".split(), ("।", ",", ".")),
}
# Tamil, Telugu, Kannada, Malayalam, Gujarati and Sinhala use the Latin full stop today.
_LATIN_STOP: Final = re.compile("[\u0a80-\u0aff\u0b80-\u0dff]")
_SCRIPTS: Final = tuple((re.compile(f"[{letters}]"), stop, comma) for letters, stop, comma in _SIGNS)
_FULL_WIDTH: Final = re.compile("[\u3000-\u303f\ufe10-\ufe19\ufe30-\ufe4f\uff00-\uffef]")
# Ideographs, kana, and the full-width signs between them.
_EAST_ASIAN: Final = re.compile(f"[{_SIGNS[0][0]}\u3000-\u303f\uff00-\uffef]{{2}}")
_HANGUL: Final = re.compile("[\uac00-\ud7a3]")
# After a Greek letter, the semicolon is a question mark.
_GREEK_QUESTION: Final = re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]\s?;\Z")
# Length of the end of a text that tells its script: room for a word before a number or a name in Latin letters (ours).
_TAIL: Final = 24


def is_ended(text: str) -> bool:
    """Whether a text ends with a final mark; closing quotes, brackets and emoji may follow it.

    >>> is_ended("He said (at last): “no.”"), is_ended("Opening hours"), is_ended("Τι είναι;"), is_ended("tea;")
    (True, False, True, False)
    """
    end = without_pictures(text).rstrip(CLOSERS)
    return (
        end[-1:] in FINAL_MARKS
        or end.endswith("፡")  # typed once as colon, twice as full stop
        or COLON_WITH_DASH.search(text[-3:]) is not None
        or (end.endswith(";") and _GREEK_QUESTION.search(end[-3:]) is not None)
    )


def full_stop(text: str, language: str = "") -> str:
    """The full stop that belongs at the end of this text; "" if its script has none.

    The language (a code) decides where the script does not.

    >>> full_stop("Boil water"), full_stop("煮水"), full_stop("पानी"), full_stop("पाणी", "mr")
    ('.', '。', '।', '.')
    """
    stop, sign = _signs(text)
    of_script = _STOPS.get(language)
    return of_script[2] if of_script and of_script[:2] == (stop, sign) else stop


def comma(text: str) -> str:
    """The mark between the items of a list in this text's script, without the space after it.

    >>> comma("tea"), comma("お茶"), comma("شاي")
    (',', '、', '،')
    """
    return _signs(text)[1]


def space_after(sign: str) -> str:
    """The space between a mark and the next word; none after the full-width marks of Chinese and Japanese.

    >>> space_after(","), space_after("；"), space_after("」")
    (' ', '', '')
    """
    return "" if _FULL_WIDTH.match(sign) else " "


def space_between(before: str, after: str) -> str:
    """The space that replaces a line break within a sentence; none in Chinese, Japanese and Tibetan.

    >>> space_between("the water", "boils"), space_between("水が，", "沸く")
    (' ', '')
    """
    return "" if _EAST_ASIAN.fullmatch(before[-1:] + after[:1]) or before.endswith(("\u0f0b", "\u0f0c")) else " "


def _signs(text: str) -> tuple[str, str]:
    tail = text[-_TAIL:]
    if tail.isascii() or _HANGUL.search(tail) or _LATIN_STOP.search(tail):
        return ".", ","
    for script, stop, sign in _SCRIPTS:
        if script.search(tail):
            return stop, sign
    return ".", ","
