"""Cost grows with the size of the page, not faster: text, log and reasons, for every system."""

from time import process_time

import pytest

from cleanweb import cleaner
from cleanweb.corpus.blocklog import block_log
from cleanweb.pipeline import Pipeline
from cleanweb.systems import SYSTEMS

# Of times of a page and one eight times as long: linear is 8, quadratic 64, and a busy machine adds to short times.
MOST = 32


def page(count: int) -> bytes:
    """A page of so many parts: paragraphs, links, items, cells, headings, depth; 250 bytes each."""
    part = (
        b"<div class=c%d><h2>Part %d</h2><p>Some words of it, %d of them, and <a href=x>a link</a> too.<br>Then more."
        b"</div><ul><li>item %d</ul><table><tr><th>A<th>B<tr><td>%d<td>%d</table><p>same<div>deeper"
    )
    return b"<title>t</title><body>" + b"".join(part % ((number % 50,) + (number,) * 5) for number in range(count))


def seconds(chosen: Pipeline, data: bytes) -> float:
    """Processor time of cleaning and logging, the better of two."""
    found = []
    for _ in range(2):
        begun = process_time()
        block_log(chosen(data), "all")
        found.append(process_time() - begun)
    return min(found)


def ratio(system: str) -> float:
    chosen = cleaner(system)
    chosen(page(10))  # models are loaded
    return seconds(chosen, page(1200)) / seconds(chosen, page(150))


def test_the_default_takes_linear_time() -> None:
    assert ratio("cleanweb") < MOST


@pytest.mark.slow
@pytest.mark.parametrize("system", sorted(set(SYSTEMS) - {"cleanweb"}))
def test_every_system_takes_linear_time(system: str) -> None:
    assert ratio(system) < MOST
