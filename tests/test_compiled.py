"""Which build of the segmenter is in use; `CLEANWEB_EXPECT=compiled` or `pure` says which one has to be."""

import os
from importlib import import_module

import pytest

from cleanweb.segment.walk import Walk

MODULES = ("cleanweb.segment.tags", "cleanweb.segment.walk", "cleanweb.segment.walks", "cleanweb.measures.tokens")


def builds() -> set[str]:
    files = [import_module(name).__file__ or "" for name in MODULES]
    return {"pure" if file.endswith(".py") else "compiled" for file in files}


def test_all_modules_are_of_one_build() -> None:
    assert len(builds()) == 1


def test_the_build_is_the_expected_one() -> None:
    expected = os.environ.get("CLEANWEB_EXPECT")
    if expected is None:
        pytest.skip(f"the segmenter in use is {builds()}; CLEANWEB_EXPECT asks for one")
    assert builds() == {expected}
    assert hasattr(Walk.walk, "__code__") == (expected == "pure"), "compiled methods have no bytecode"
