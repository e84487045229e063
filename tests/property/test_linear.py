"""Cost grows linearly with the size of the page: text, log and reasons, for every system."""

import gc
from collections.abc import Callable
from functools import cache
from math import inf
from time import process_time

import pytest

from cleanweb import cleaner
from cleanweb.corpus.blocklog import block_log
from cleanweb.parse import parse
from cleanweb.pipeline import Pipeline
from cleanweb.systems import SYSTEMS

pytestmark = pytest.mark.slow  # measures times on long pages

# Limits of the ratio of times of a page and one eight times as long: linear is 8, quadratic 64; load adds noise.
MOST = 32
MOST_OF_SHAPE = 24  # one quadratic step brings nested tables to 31


def page(count: int) -> bytes:
    """A page of `count` parts, 250 bytes each: paragraphs, links, items, cells, headings, depth."""
    part = (
        b"<div class=c%d><h2>Part %d</h2><p>Some words of it, %d of them, and <a href=x>a link</a> too.<br>Then more."
        b"</div><ul><li>item %d</ul><table><tr><th>A<th>B<tr><td>%d<td>%d</table><p>same<div>deeper"
    )
    return b"<title>t</title><body>" + b"".join(part % ((number % 50,) + (number,) * 5) for number in range(count))


# Shapes on which a step that looks around each block may take more than linear time; `count` is the number of parts.
SHAPES: dict[str, Callable[[int], bytes]] = {
    "short lines, each deeper": lambda count: b"<div>A short line" * (4 * count),
    "one table": lambda count: b"<table>" + b"<tr><td>Short<td><b>2</b>" * (4 * count),
    "tables in tables": lambda count: b"<table><tr><td>Short<td>lines" * (4 * count),
    "many tables": lambda count: b"<table><tr><th>A<th>B<tr><td>1<td>2</table>" * count,
    "one list": lambda count: b"<ul>" + b"<li>- item" * (8 * count),
    "lists in lists": lambda count: b"<ul><li>item" * (4 * count),
    "one paragraph of inline elements": lambda count: (
        b"<p>" + b"some <b>bold <i>and</i></b> <a href=x>link</a> " * (8 * count)
    ),
    "shadow roots in shadow roots": lambda count: (
        b"<x-a><template shadowrootmode=open><p>Some words<x-a><slot></slot></template>" * (2 * count)
    ),
    "line breaks": lambda count: b"<p>" + b"A line<br>" * (8 * count),
    "plain text": lambda count: b"<pre>" + b"Some words.\n\n" * (8 * count),
    "the same text": lambda count: b"<p>The same words again and again, more than eight of them.</p>" * (4 * count),
}


def seconds(chosen: Pipeline, data: bytes) -> float:
    """Processor time of cleaning and logging, without the garbage collector, which scans other tests' garbage, too."""
    gc.disable()
    begun = process_time()
    block_log(chosen(data), "all")
    spent = process_time() - begun
    gc.enable()
    return spent


def ratio(system: str, made: Callable[[int], bytes] = page, most: int = MOST) -> float:
    """The time of a long page divided by that of a short one; for the short one the best of three times.

    If the ratio is too high both are measured again, up to four times in all: another program may have interfered.
    """
    chosen = cleaner(system)
    chosen(made(10))  # load the models
    short, long = made(150), made(1200)
    found = inf
    for _ in range(4):
        unit = min(seconds(chosen, short) for _ in range(3))
        found = min(found, seconds(chosen, long) / unit)
        if found < most:
            break
    return found


def test_the_default_takes_linear_time() -> None:
    assert ratio("cleanweb") < MOST


@pytest.mark.parametrize("shape", SHAPES)
def test_the_default_takes_linear_time_at_every_shape(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Except Lexbor's own parsing, which takes quadratic time if lists or text nest thousands deep."""
    monkeypatch.setattr("cleanweb.pipeline.parse", cache(parse))
    assert ratio("cleanweb", SHAPES[shape], MOST_OF_SHAPE) < MOST_OF_SHAPE


def test_kitten_takes_linear_time_where_lines_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A paragraph with `<br>` is one line of text."""
    monkeypatch.setattr("cleanweb.pipeline.parse", cache(parse))
    line = b"Some words of it, " * 10 + b"and,<br>"
    assert ratio("kitten", lambda count: b"<p>" + line * (40 * count), MOST_OF_SHAPE) < MOST_OF_SHAPE


@pytest.mark.parametrize("system", sorted(set(SYSTEMS) - {"cleanweb"}))
def test_every_system_takes_linear_time(system: str) -> None:
    assert ratio(system) < MOST


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_system_takes_linear_time_where_lines_nest(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Except Lexbor's parsing, as above."""
    monkeypatch.setattr("cleanweb.pipeline.parse", cache(parse))
    line = b"<div>A line of more than ten words, so that what stands above it may be its heading. "
    assert ratio(system, lambda count: line * (8 * count), MOST_OF_SHAPE) < MOST_OF_SHAPE
