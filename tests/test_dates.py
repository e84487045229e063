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
