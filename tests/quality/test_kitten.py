"""Kitten on real pages: the law of its text on all of them, well-formed XHTML on every tenth.

CLEANWEB_EVERY=1 checks the XHTML of all 1,750 pages, which takes html5lib minutes.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cleanweb import cleaner
from cleanweb.decode import decode
from cleanweb.errors import Refused
from cleanweb.linearize.punctuation import is_ended
from cleanweb.normalize.xhtml import xhtml
from cleanweb.stage import Value
from tests.linearize.test_kitten import check_law

DATA = os.environ.get("CLEANWEB_DATA", "")
EVERY = int(os.environ.get("CLEANWEB_EVERY", "10"))
SETS = {"cleaneval": 253, "wcxb-dev": 1497}

# Cleans parts of gold sets.
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not DATA, reason="CLEANWEB_DATA names no folder of gold sets")]


def paths(name: str) -> list[Path]:
    return sorted((Path(DATA) / name / "html").glob("*.html"))


def failures(name: str, every: int, check: Callable[[bytes], object]) -> Iterator[str]:
    """The pages that fail a check, each with the error."""
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
def test_normalized_pages_are_well_formed(name: str) -> None:
    assert list(failures(name, EVERY, lambda data: ElementTree.fromstring(xhtml(decode(data).text).encode()))) == []


# The parts of the paper's Table 3, each with the share of CleanEval's lines that end in a final mark.
LINEAR: Mapping[str, Value] = {
    "blocks.br": "each",
    "kitten.tables": "cells",
    "kitten.lists": "items",
    "kitten.bullets": False,
    "kitten.definitions": False,
    "kitten.join_br": False,
    "kitten.full_stops": False,
    "kitten.titles": False,
}
PARTS: Mapping[str, tuple[Mapping[str, Value], float]] = {
    "linear": (LINEAR, 0.389),
    "tables": ({**LINEAR, "kitten.tables": "sentences"}, 0.415),
    "lists": ({**LINEAR, "kitten.lists": "flatten", "kitten.bullets": True, "kitten.definitions": True}, 0.393),
    "segmentation": ({**LINEAR, "blocks.br": "every", "kitten.join_br": True, "kitten.full_stops": True}, 0.987),
    "all": ({}, 0.988),
}


@pytest.mark.parametrize("part", PARTS)
def test_each_part_makes_whole_sentences(part: str) -> None:
    """As stated in `examples/published-systems.md`."""
    parameters, expected = PARTS[part]
    kitten = cleaner("kitten", parameters=parameters)
    lines = [line for path in paths("cleaneval") for line in kitten(path.read_bytes()).text.splitlines()]
    assert sum(map(is_ended, lines)) / len(lines) == pytest.approx(expected, abs=0.002)
