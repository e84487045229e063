"""Convert dates as pages write them to ISO 8601, if they can mean only one day."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from cleanweb.month_names import SOLAR, month_number

MIN_YEAR: Final = 1900  # ours
# Ours: later years are of another calendar; Nepal's year 2050 began in 1993.
MAX_YEAR: Final = 2049
BUDDHIST: Final = 543  # years by which Thailand's calendar is ahead
# The year before the first of an era, in Japan and on Taiwan.
_ERAS: Final = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "民國": 1911, "民国": 1911, "中華民國": 1911}

_SOLAR_LANGUAGES: Final = ("fa", "ps")  # on pages in these, a year such as 1402 is one of Iran's calendar
# The ordinal of the first day of its year 1. Years with 366 days follow a cycle of 33; this rule, correct from 1178 to
# 1633, is also that of Unicode's ICU.
_SOLAR_EPOCH: Final = 226895
MIN_SOLAR_YEAR, MAX_SOLAR_YEAR = 1278, 1428

# The letters abbreviate "year"; ideographs, kana and their punctuation need no space.
_END = r"(?=\.?(?:$|[\sT,Z+;()\]|\u3001-\u30ff\u3400-\u9fff\uff01-\uffef]|[гр]\b|թ))"
_OTHER_YEAR = r"(?:[(（][^()（）]{1,8}[)）]\s?)?"  # in brackets: the year of a Japanese era, or the one next to it
_NAME = r"(?P<m>[^\W\d_][^\s\d,;:|/()-]*?)\.?"
_WEEKDAY = r"(?:[^\W\d_][^\s\d]{1,15},?\s+)?"
# The second name of the month, which many Arabic pages add: كانون الأول/ديسمبر.
_SYNONYM = r"(?:\s?[/(]\s?[\u0621-\u064a_]+\)?)?"

# Dates with year, month (a number or a name) and day.
_DAYS: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        # 2023-12-22, 2023/12/22, 2023.12.22, 2023. 12. 22., and a time
        r"(?P<y>\d{4})([-/]|\.\s?)(?P<m>\d{1,2})\2(?P<d>\d{1,2})" + _END,
        r"(?P<y>\d{4})(?P<m>\d\d)(?P<d>\d\d)(?:T?\d{4,6}Z?)?$",  # 20231222, 20231222T101500
        r"(?P<y>\d{4})\s?[年년]\s?"
        + _OTHER_YEAR
        + r"(?P<m>\d{1,2})\s?[月월]\s?(?P<d>\d{1,2})\s?[日일]",  # 2023年12月22日
        r"(?P<d>\d{1,2})\s+(?:tháng|thg)\s+(?P<m>\d{1,2}),?\s+(?:năm\s+)?(?P<y>\d{4})\b",  # 22 tháng 12, 2023
        # December 22, 2023; Dec 22nd 2023; Fri Dec 22 10:15:00 2023
        _WEEKDAY + _NAME + r"\s+(?P<d>\d{1,2})(?:st|nd|rd|th)?,?\s(?:.*\s)?(?P<y>\d{4})\b",
        # 22 December 2023; Freitag, 22. Dezember 2023; 22-Dec-2023; 1er décembre 2023; 22 de diciembre de 2023; 22 ga
        # Disamba, 2023; 22, డిసెంబర్ 2023
        _WEEKDAY
        + r"(?P<d>\d{1,2})(?:st|nd|rd|th|er|ê|-a|\.|,(?=\s[\u0c00-\u0c7f]))?[\s-]+"
        + r"(?:(?:de|ta['’]|ga|ng|a\s+viz)\s+|d['’])?"
        + _NAME
        + _SYNONYM
        + r",?[\s-]+(?:del?\s+|[พค]\.?ศ\.?\s*)?(?P<y>\d{4})(?!\d)",
        # 2023. december 22.; 2023 m. gruodžio 22 d.; 2023ko abenduaren 22a; 2023 թ. դեկտեմբերի 22; 2023, ഡിസംബർ 22;
        # ၂၀၂၃ ခုနှစ် ဒီဇင်ဘာလ ၂၂ ရက်
        r"(?P<y>\d{4})(?:\.|\sm\.|(?:e|\(e\))?ko|\s?թ\.,?|\s?ခု(?:နှစ်)?,?|,(?=\s[\u0d00-\u0d7f]))?\s+"
        + _NAME
        + r"လ?\s+(?P<d>\d{1,2})(?!\d)",
        r"(?P<y>\d{4})-" + _NAME + r"-(?P<d>\d{1,2})(?!\d)",  # 2023-Dec-22
        # 2023. gada 22. decembris; 2023 жылғы 22 желтоқсан; 2023-ж., 22-декабрь; 2023-yil 22-dekabr; 2023 წლის
        # 22 დეკემბერი
        r"(?P<y>\d{4})(?:\.?\s+gada|\s+წლის|\s?ж(?:\.|ылғы)|-ж(?:\.,|ылдын)|[-\s]yil,?|[-\s]йил,?)\s+(?P<d>\d{1,2})[.\s-]\s*"
        + _NAME
        + _END,
        r"(?P<y>\d{4})\s+оны\s+(?P<m>\d{1,2})(?:-р|\s?дугаар|\s?дүгээр)?\s+сарын\s+(?P<d>\d{1,2})",
        r"(?P<d>\d{1,2})\s*ខែ\s*" + _NAME + r",?\s*ឆ្នាំ\s*(?P<y>\d{4})(?!\d)",  # ថ្ងៃទី ២២ ខែធ្នូ ឆ្នាំ ២០២៣
    )
)
_MONTH_OF_YEAR = re.compile(r"(\d{4})(?:-(\d\d))?$")  # 2023-12, 2023
# 22.12.2023, 22. 12. 2023, 22/12/2023, 12/22/2023; Fri, 12/22/2023
_YEAR_LAST = re.compile(_WEEKDAY + r"(\d{1,2})([-/]|\.\s?)(\d{1,2})\2(\d{4})" + _END)
# 22.12.23; 22 December 23, 10:15; 22 декабря'23
_SHORT_YEAR = re.compile(r"(?P<d>\d{1,2})\.(?P<m>\d\d)\.(?P<y>\d\d)" + _END)
_SHORT_YEAR_AFTER_NAME = re.compile(
    r"(?P<d>\d{1,2})\.?\s+" + _NAME + r"(?:\s+|\s*['’])(?P<y>\d\d)(?=\s*(?:$|[|(),;]|\d{1,2}[:.]\d\d))"
)
# 令和5年12月22日, 令和元年, 民國112年
_OF_ERA = re.compile(rf"({'|'.join(_ERAS)})\s?(元|\d{{1,3}})\s?年\s?{_OTHER_YEAR}(\d{{1,2}})\s?月\s?(\d{{1,2}})\s?日")
# 1402/10/01; 1 دی 1402, 1 دی‌ماه 1402; 1402 د مرغومي 1
_SOLAR_NUMBERS = re.compile(r"(?P<y>\d{4})([-/.])(?P<m>\d{1,2})\2(?P<d>\d{1,2})" + _END)
_SOLAR_NAMES: Final = tuple(
    re.compile(pattern)
    for pattern in (
        _WEEKDAY + r"(?P<d>\d{1,2})\s+" + _NAME + r"(?:[\s\u200c]?ماه)?,?\s+(?P<y>\d{4})(?!\d)",
        r"(?P<y>\d{4})\s+(?:د\s+)?" + _NAME + r"\s+(?P<d>\d{1,2})(?!\d)",
    )
)
_TWO_WORDS = re.compile(r"(?<=كانون|تشرين)\s+(?=ال)")  # months of the Levant
_COMMAS: Final = str.maketrans("،၊", ",,")
# 二〇二三年十二月二十二日
_HAN_NUMBER = re.compile(r"[〇零○一二三四五六七八九十]{1,4}(?=\s?[年月日])")
_HAN_DIGITS: Final = str.maketrans("〇零○一二三四五六七八九", "000123456789")
_DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")

# Languages in which 3/4/2023 is in March (Unicode CLDR 47, short dates; without the Spanish of two small countries),
# and "" for no language.
_MONTH_FIRST: Final = frozenset(
    ("", *"ak blo cad ceb chr cic ee en fil gaa iu ks lkt mus om or osa sd ti tl xh zu".split())
)
# Languages whose short dates begin with the year (the same): 23.12.22.
_YEAR_FIRST: Final = frozenset("eu fa hu ja ko lt mn ne ps si sv zh".split())
MAX_SHORT_YEAR: Final = 39  # ours: 2039; later ones are of the century before
MIN_SHORT_YEAR: Final = 90  # ours: no page is older
# Languages in which 12/04/2016 is as often a day of Ethiopia's calendar, seven or eight years behind.
_OTHER_YEARS: Final = ("am", "ti")

# The zero of Unix clocks, in any time zone: programs write it if they have no date.
_UNIX_ZERO = re.compile(r"(?:1970-01-01[T ](?:0\d|1[0-4])|1969-12-31[T ](?:1[2-9]|2\d)):(?:00|15|30|45)\b.*")

DAY: Final = len("2023-12-22")
MONTH: Final = len("2023-12")
YEAR: Final = len("2023")
_WORD_START = re.compile(r"(?<!\d)\d|(?<![^\W\d_])[^\W\d_]")
# The "20 - " of "20 - 22 December"; not of "10:15 - ", nor of "2023-12-20 - ".
_FROM = re.compile(r"(?<![-/:.\d])\d{1,2}\.?\s*[-–—]\s*\Z")


def iso_date(text: str, language: str = "") -> str | None:
    """The day as YYYY-MM-DD, or YYYY-MM or YYYY if the text says no more; None if it is unclear or no date.

    The time of day and its zone are ignored: the day is the one written. Years of Thailand, eras of Japan and Taiwan,
    and the calendar of Iran and Afghanistan are understood. Month names may be in any language of `month_names.py`; the
    language of the page, if known, resolves ambiguities.
    """
    text = _UNIX_ZERO.sub("", _DIRECTIONS.sub("", text).strip())
    if not text.isascii():
        text = _HAN_NUMBER.sub(_of_han, _TWO_WORDS.sub("_", text.translate(_COMMAS)))
    if day := _solar_day_in(text, language):
        return day
    for pattern in _DAYS:
        found = pattern.match(text)
        if found and (day := _day(found["y"], _number(found["m"], language), found["d"])):
            return day
    if found := _MONTH_OF_YEAR.match(text):
        return _month(found[1], found[2])
    if found := _OF_ERA.match(text):
        return _day(str(_ERAS[found[1]] + (1 if found[2] == "元" else int(found[2]))), found[3], found[4])
    if language not in _OTHER_YEARS and (found := _YEAR_LAST.match(text)):
        is_day_first = found[2][0] == "." or language not in _MONTH_FIRST
        return _day_or_month_first(found[4], found[1], found[3], is_day_first)
    return _day_of_short_year(text, language)


def _day_of_short_year(text: str, language: str) -> str | None:
    """A day whose year has no century, if its month has a name or the language writes the day first.

    Ours: 32 of 4,400 gold pages that state no other date have one beside the title, on eleven sites in Russian, Polish,
    German and Italian; the four with a reference have that day, the others one up to two weeks before they were
    fetched. A month of one digit is rather a part of a version.

    >>> [_day_of_short_year(text, "de") for text in ("22.12.23, 10:15", "3.6.19", "2.42.10", "22.12.65")]
    ['2023-12-22', None, None, None]
    """
    if found := _SHORT_YEAR_AFTER_NAME.match(text):
        month = _number(found["m"], language)
    elif language in _MONTH_FIRST | _YEAR_FIRST or not (found := _SHORT_YEAR.match(text)):
        return None
    else:
        month = found["m"]
    year = int(found["y"])
    if MAX_SHORT_YEAR < year < MIN_SHORT_YEAR:
        return None
    return _day(str(year + (1900 if year >= MIN_SHORT_YEAR else 2000)), month, found["d"])


def only_day(text: str, language: str = "") -> str | None:
    """The day as YYYY-MM-DD, if the text contains exactly one; the last day of a span does not count.

    >>> only_day("By A. Smith | 22 December 2023, 10:15"), only_day("22 December 2023 to 7 January 2024")
    ('2023-12-22', None)
    >>> only_day("20 - 22 December 2023"), only_day("2023-12-22 - 2024-01-07"), only_day("Summer 2023")
    (None, None, None)
    """
    days = set()
    for word in _WORD_START.finditer(text):
        place = word.start()
        if (day := iso_date(text[place:], language)) and len(day) == DAY and not _FROM.search(text, 0, place):
            days.add(day)
    return days.pop() if len(days) == 1 else None


def _day(year: str, month: str, day: str) -> str | None:
    number = int(year)
    if MIN_YEAR <= number - BUDDHIST <= MAX_YEAR:
        number -= BUDDHIST
    try:
        found = date(number, int(month), int(day))
    except ValueError:
        return None
    return found.isoformat() if MIN_YEAR <= found.year <= MAX_YEAR else None


def _solar_day_in(text: str, language: str) -> str | None:
    """A day of the calendar of Iran and Afghanistan, with its month as a name or, in their languages, as a number."""
    is_solar = language in _SOLAR_LANGUAGES
    if is_solar and (found := _SOLAR_NUMBERS.match(text)):
        return _solar_day(found["y"], int(found["m"]), found["d"])
    languages = [language] if is_solar else _SOLAR_LANGUAGES
    for pattern in () if text.isascii() else _SOLAR_NAMES:
        if found := pattern.match(text):
            months = (month_number(found["m"], name + SOLAR) for name in languages)
            if month := next(filter(None, months), 0):
                return _solar_day(found["y"], month, found["d"])
    return None


def _solar_day(year: str, month: int, day: str) -> str | None:
    """A day of the calendar of Iran and Afghanistan, which has six months of 31 days, five of 30, one of 29 or 30.

    >>> _solar_day("1402", 10, "1"), _solar_day("1403", 1, "1"), _solar_day("1402", 12, "30")
    ('2023-12-22', '2024-03-20', None)
    """
    number = int(year)
    if not (MIN_SOLAR_YEAR <= number <= MAX_SOLAR_YEAR and 1 <= month <= 12):
        return None
    first, next_first = (_SOLAR_EPOCH + 365 * (y - 1) + (8 * y + 21) // 33 for y in (number, number + 1))
    start = first + 31 * (month - 1) - max(0, month - 7)
    end = next_first if month == 12 else first + 31 * month - max(0, month - 6)
    found = start + int(day) - 1
    return date.fromordinal(found).isoformat() if start <= found < end else None


def _of_han(found: re.Match[str]) -> str:
    """A Han number in digits: 二〇二三 as 2023, 二十二 as 22."""
    tens, ten, ones = found[0].rpartition("十")
    digits = ((tens or "1") if ten else "") + (ones or ("0" if ten else ""))
    return digits.translate(_HAN_DIGITS)


def _month(year: str, month: str | None) -> str | None:
    first = _day(year, month or "1", "1")
    return first and first[: MONTH if month else YEAR]


def _day_or_month_first(year: str, first: str, second: str, is_day_first: bool) -> str | None:
    """The day; if the month may come first, only a number above 12 or two equal numbers make it clear."""
    if is_day_first or int(first) > 12 or first == second:
        return _day(year, second, first)
    return _day(year, first, second) if int(second) > 12 else None


def _number(month: str, language: str) -> str:
    """The number of a month given by number or name; "0" for other words."""
    return month if month.isdecimal() else str(month_number(month, language))
