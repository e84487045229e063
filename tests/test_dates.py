"""Dates as pages write them."""

import datetime
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleanweb.dates import MAX_YEAR, MIN_YEAR, iso_date, only_day

CASES = tomllib.loads((Path(__file__).parent / "cases" / "dates.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("written", "day"), CASES["dates"].items())
def test_cases(written: str, day: str) -> None:
    assert (iso_date(written) or "") == day


@pytest.mark.parametrize(
    "zero",
    [
        "1970-01-01T00:00:00Z",
        "1970-01-01T05:30:00+05:30",
        "1970-01-01T12:45:00+12:45",
        "1969-12-31T19:00:00-05:00",
        "1969-12-31 20:30",
    ],
)
def test_the_zero_of_clocks_is_no_date(zero: str) -> None:
    assert iso_date(zero) is None
    assert iso_date(zero[:10]) == zero[:10]  # a day that somebody wrote by hand


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


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("10:15 - 22 December 2023", "2023-12-22"),
        ("No. 115 - 22 December 2023", "2023-12-22"),
        ("20 - 22 December 2023", None),
        ("20. – 22 December 2023", None),
        ("December 2023", None),
        ("22 December 2023, that is 2023-12-22", "2023-12-22"),
        ("22 December 2023, not 23 December 2023", None),
    ],
)
def test_the_one_day_of_a_text(text: str, day: str | None) -> None:
    assert only_day(text) == day


FORMS = (
    "{y}-{m}-{d}", "{y}{m:02}{d:02}", "{y}-{m:02}", "{y}", "{d}.{m}.{y}", "{m}/{d}/{y}", "{y}年{m}月{d}日",
    "令和{m}年{m}月{d}日", "{d} February {y}", "February {d}, {y}", "{d} دی {y}",
)  # fmt: skip # one a line would hide their likeness


@given(st.sampled_from(FORMS), st.integers(1270, 2700), st.integers(0, 14), st.integers(0, 33))
@settings(max_examples=300)
def test_what_comes_out_is_a_date(form: str, year: int, month: int, day: int) -> None:
    for language in ("", "en", "fa"):
        found = iso_date(form.format(y=year, m=month, d=day), language)
        assert found is None or datetime.date.fromisoformat((found + "-01-01")[:10])


@given(st.dates(datetime.date(MIN_YEAR, 1, 1), datetime.date(MAX_YEAR, 12, 31)))
@settings(max_examples=200)
def test_days_of_the_calendar_of_iran_follow_each_other(day: datetime.date) -> None:
    # 1 Farvardin is the day of the equinox, or a day before or after it.
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
