"""Dates as pages write them, to ISO 8601 where they can mean one day only."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Final

MIN_YEAR: Final = 1900
MAX_YEAR: Final = 2100

_MONTHS: Final = {
    month[:length]: str(number)
    for number, month in enumerate(
        "january february march april may june july august september october november december".split(), start=1
    )
    for length in (3, 4, len(month))  # "sept" besides "sep"
}
_END = r"(?=$|[\sT,Z+;)\]|])"
# 2023-12-22, 2023/12/22, 2023.12.22, and with a time after it
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})" + _END)
_COMPACT = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T?\d{4,6}Z?)?$")  # 20231222, 20231222T101500
_MONTH_OF_YEAR = re.compile(r"(\d{4})(?:-(\d\d))?$")  # 2023-12, 2023
# 22.12.2023, 22/12/2023, 12/22/2023
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})" + _END)
_EAST_ASIAN = re.compile(r"(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]")  # 2023年12月22日
# December 22, 2023; Dec 22nd 2023; Fri Dec 22 10:15:00 2023
_MONTH_NAME_FIRST = re.compile(
    r"(?:[a-z]{3,9},?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s(?:.*\s)?(\d{4})\b", re.I
)
# 22 December 2023; 22. November 2023; Fri, 22 Dec 2023 10:15:00 GMT; 22-Dec-2023
_DAY_FIRST = re.compile(r"(?:[a-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})\b", re.I)


DAY: Final = len("2023-12-22")
_WORD_START = re.compile(r"(?<!\d)\d|(?<![^\W\d_])[^\W\d_]")
_FROM = re.compile(r"(?<![:.\d])\d{1,2}\.?\s*[-–—]\s*\Z")  # the "20 - " of "20 - 22 December"; not of "10:15 - "


def iso_date(text: str) -> str | None:
    """The day as YYYY-MM-DD, or YYYY-MM or YYYY where the text says no more; None where it is unclear or no date.

    A time of day and its zone are left out: the day is the one written. Names of months are English.
    """
    for pattern, read in _FORMS:
        if match := pattern.match(text.strip()):
            return read(match)
    return None


def only_day(text: str) -> str | None:
    """The day as YYYY-MM-DD, where one and no other is written in the text; the last day of a span is none.

    >>> only_day("By A. Smith | 22 December 2023, 10:15"), only_day("22 December 2023 to 7 January 2024")
    ('2023-12-22', None)
    >>> only_day("20 - 22 December 2023"), only_day("Summer 2023")
    (None, None)
    """
    days = set()
    for word in _WORD_START.finditer(text):
        place = word.start()
        if (day := iso_date(text[place:])) and len(day) == DAY and not _FROM.search(text, 0, place):
            days.add(day)
    return days.pop() if len(days) == 1 else None


def _day(year: str, month: str, day: str) -> str | None:
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:
        return None
    return found.isoformat() if MIN_YEAR <= found.year <= MAX_YEAR else None


def _month(year: str, month: str | None) -> str | None:
    if _day(year, month or "1", "1") is None:
        return None
    return f"{year}-{month}" if month else year


def _day_or_month_first(year: str, first: str, second: str, is_day_first: bool) -> str | None:
    """With full stops the day comes first everywhere; with strokes only a number above 12 tells."""
    if is_day_first or int(first) > 12 or first == second:
        return _day(year, second, first)
    return _day(year, first, second) if int(second) > 12 else None


def _number(month: str) -> str:
    """The number of an English month, in full or cut to three or four letters; "0" for other words."""
    return _MONTHS.get(month.lower(), "0")


_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str | None]], ...]] = (
    (_YEAR_FIRST, lambda found: _day(found[1], found[3], found[4])),
    (_COMPACT, lambda found: _day(found[1], found[2], found[3])),
    (_MONTH_OF_YEAR, lambda found: _month(found[1], found[2])),
    (_EAST_ASIAN, lambda found: _day(found[1], found[2], found[3])),
    (_YEAR_LAST, lambda found: _day_or_month_first(found[4], found[1], found[3], is_day_first=found[2] == ".")),
    (_MONTH_NAME_FIRST, lambda found: _day(found[3], _number(found[1]), found[2])),
    (_DAY_FIRST, lambda found: _day(found[3], _number(found[2]), found[1])),
)
