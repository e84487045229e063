"""Punctuation that bounds phrases, in many scripts; signs inside times, numbers, addresses and acronyms do not count.

Paper: Saralegi and Leturia (Kimatu), section 3.3: "points, quotes... that are used only as phrase boundaries (not
contained in hours, acronyms...)".

Differs from the paper: the scripts beyond Latin are ours.
"""

import re
from functools import cache

from cleanweb.measures.letters import marks

_CLOSERS = "\"'”’»›“)\\]"
_PAUSES = ",;:!?…،؛؟۔։՝·;؞"

# For scripts with a space after signs. A full stop after one letter ("U.S.", "J. Smith") or after a number of one or
# two digits with text after it ("3. Mai") does not count, nor does a sign without a space after it (10:30, 3.14). Runs
# of signs are entered only at their beginning and never given back (`++`), so that the cost is linear. The sign is
# looked at first, which settles nearly every character.
# MARKS stands for the marks of letters, which outside Latin are half of a word ("ගියේය." has no single letter).
_SPACED = rf"""
  (?= [.{_PAUSES}"“„‹‘”›()\[\]«»] )
  (?:
    (?<=\S) (?<!\.) (?<!\b(?<![MARKS])\w) (?<!\b\d\d) \.++  (?= [{_CLOSERS}]*+ (?:\s|$) )
  | (?<=\b\d\d) \. $
  | (?<=\S) (?<![{_PAUSES}]) [{_PAUSES}]++          (?= [{_CLOSERS}]*+ (?:\s|$) )
  | (?<=\S[ \u00a0\u202f]) [;:!?]++              (?= \s|$ )
  | (?<![\wMARKS]) ["“„‹‘(\[]                    (?= \w )
  | (?<= [\wMARKS.,;:!?…] ) ["”›)\]]             (?! \w )
  | [«»]
  )
"""
# Signs that end a phrase wherever they stand: danda, Burmese, Tibetan, Khmer, Ethiopic; Syriac, N'Ko, Mongolian, Ol
# Chiki, Meetei, Adlam; East Asian stops and quotes.
_ANYWHERE = "[।॥၊။།༎។៕።፣፤፥፧܀܁܂߸߹᠂᠃᠄᠈᠉᱾᱿꯫⹁。｡、､；！？︐︑︒︔︕︖…」』》]+"
# The full-width forms of signs that also stand inside numbers and times.
_WIDE = r"(?<!\d) [，．：] | [，．：] (?!\d)"
# Thai and Lao put a space between phrases, not a sign.
_PHRASE_SPACE = r"(?<= [\u0e00-\u0eff] ) [ ] (?= [\u0e00-\u0eff] )"

_ASCII_SIGN = re.compile(_SPACED.replace("(?<![MARKS])", "").replace("MARKS", ""), re.VERBOSE | re.ASCII)


@cache
def _sign() -> re.Pattern[str]:
    spaced = _SPACED.replace("MARKS", marks())
    return re.compile(f"{_ANYWHERE} | {_WIDE} | {_PHRASE_SPACE} | {spaced}", re.VERBOSE)


def phrase_sign_count(text: str) -> int:
    """How many signs of the text bound a phrase; several in a row ("?!", "...") are one.

    >>> [phrase_sign_count(text) for text in ("At 10:30 he left, he said.", "10:30 | U.S. | 3.14", "他来了。")]
    [2, 0, 1]
    """
    return len((_ASCII_SIGN if text.isascii() else _sign()).findall(text))


_FINAL = re.compile(rf"[.!?…:;,؟۔։;।॥။།༎។៕።፧܀܁܂߹᠃᠄᠉᱾᱿꯫。｡！？：；][{_CLOSERS}」』》]*$")


def ends_phrase(text: str) -> bool:
    """Whether the text ends in a sign that ends a phrase, perhaps with closing quotes and brackets after it."""
    return _FINAL.search(text[-8:]) is not None
