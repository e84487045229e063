"""Dates as pages write them."""

import datetime
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleanweb.dates import MAX_YEAR, MIN_YEAR, iso_date

CASES = tomllib.loads((Path(__file__).parent / "cases" / "dates.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("written", "day"), CASES["dates"].items())
def test_cases(written: str, day: str) -> None:
    assert (iso_date(written) or "") == day


@pytest.mark.parametrize(
    ("language", "written", "day"), [(name, *case) for name, cases in CASES["in"].items() for case in cases.items()]
)
def test_the_language_tells_what_has_two_meanings(language: str, written: str, day: str) -> None:
    assert (iso_date(written, language) or "") == day


@given(
    st.dates(datetime.date(MIN_YEAR, 1, 1), datetime.date(MAX_YEAR, 12, 31)), st.sampled_from(["%d %B %Y", "%d.%m.%Y"])
)
@settings(max_examples=100)
def test_a_day_is_found_in_any_form(day: datetime.date, form: str) -> None:
    assert iso_date(day.isoformat()) == iso_date(f"{day:{form}}") == day.isoformat()


@given(st.text(st.sampled_from("0123456789-/.:, TZadecmbrijun")))
@settings(max_examples=300)
def test_what_comes_out_is_a_date(text: str) -> None:
    found = iso_date(text)
    if found is not None:
        assert datetime.date.fromisoformat((found + "-01-01")[:10])


@given(st.dates(datetime.date(MIN_YEAR, 1, 1), datetime.date(MAX_YEAR, 12, 31)))
@settings(max_examples=200)
def test_days_of_the_calendar_of_iran_follow_each_other(day: datetime.date) -> None:
    # 1 Farvardin is the day of the equinox, or the day before or after.
    new_year = next(
        new
        for year in (day.year, day.year - 1)
        for spring in (19, 20, 21, 22)
        if (new := datetime.date(year, 3, spring)) <= day and iso_date(f"{year - 621}/1/1", "fa") == new.isoformat()
    )
    passed = (day - new_year).days
    month, number = divmod(passed, 31) if passed < 186 else divmod(passed - 186, 30)
    month += 1 if passed < 186 else 7
    assert iso_date(f"{new_year.year - 621}/{month}/{number + 1}", "fa") == day.isoformat()
