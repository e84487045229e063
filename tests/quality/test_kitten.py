"""Kitten on real pages: the law of its text on all, well-formed XHTML on every tenth, or as CLEANWEB_EVERY says.

CLEANWEB_EVERY=1 takes all 1,750 pages, which is minutes of html5lib.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cleanweb import cleaner
from cleanweb.decode import decode
from cleanweb.errors import Refused
from cleanweb.normalize.xhtml import xhtml
from tests.linearize.test_kitten import check_law

DATA = os.environ.get("CLEANWEB_DATA", "")
EVERY = int(os.environ.get("CLEANWEB_EVERY", "10"))
SETS = {"cleaneval": 253, "wcxb-dev": 1497}

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not DATA, reason="CLEANWEB_DATA names no folder of gold sets")]


def paths(name: str) -> list[Path]:
    return sorted((Path(DATA) / name / "html").glob("*.html"))


def failures(name: str, every: int, check: Callable[[bytes], object]) -> Iterator[str]:
    """The pages on which a check fails, and how."""
    for path in paths(name)[::every]:
        try:
            check(path.read_bytes())
        except (AssertionError, ElementTree.ParseError) as error:
            yield f"{path.name}: {error}"


@pytest.mark.parametrize("name", SETS)
def test_words_out_are_words_in_but_for_what_is_declared(name: str) -> None:
    kitten = cleaner("kitten")
    refused = 0

    def check(data: bytes) -> None:
        nonlocal refused
        try:
            check_law(kitten(data))
        except Refused:
            refused += 1

    assert len(paths(name)) == SETS[name]
    assert list(failures(name, 1, check)) == []
    assert refused == 0, "none of these pages is a sitemap"


@pytest.mark.parametrize("name", SETS)
def test_normalised_pages_are_well_formed(name: str) -> None:
    assert list(failures(name, EVERY, lambda data: ElementTree.fromstring(xhtml(decode(data).text).encode()))) == []
