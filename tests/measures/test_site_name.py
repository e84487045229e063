"""The block that shows a page's title where the site's name looks more like it."""

import numpy as np
import pytest

from cleanweb.measures.site_name import shown_title
from cleanweb.measures.title import find_title
from cleanweb.page import Attributes, Blocks
from tests.blocks import blocks_of

MILL = "The mill by the river"
TEXT = "It was built of stone, and it has stood there for three hundred years. " * 3
SITE = (("title", {}, f"{MILL} | Town news"),)
ALONE = (("meta", {"property": "og:title", "content": "Town news"}, ""),)
MIDDLE = (("title", {}, "Mills | All of life | Town news"),)
NAMED: tuple[tuple[str, Attributes, str], ...] = (
    ("title", {}, "How it stood: Town news"),
    ("meta", {"property": "og:site_name", "content": "Town News"}, ""),
    ("meta", {"property": "og:title", "content": "The old mill – still standing"}, ""),
)


def shown(blocks: Blocks, links: list[float] | None = None) -> int:
    tags = map(blocks.tag, range(len(blocks)))
    levels = np.array([int(tag[1]) if tag in ("h1", "h2", "h3") else 0 for tag in tags])
    link_share = np.array(links or [0.0] * len(blocks))
    return shown_title(blocks, find_title(blocks, levels, link_share), levels, link_share)


@pytest.mark.parametrize(
    ("rows", "head", "links", "row"),
    [
        # The other part of the title is the page's title, in whatever element.
        ([("body>h1", "Town news"), ("body>div", MILL), ("body>p", TEXT)], SITE, [], 1),
        ([("body>h1", "Town news"), ("body>h2", f"{MILL}#"), ("body>p", TEXT)], SITE, [], 1),
        ([("body>h1", "Town news"), ("body>h1", "River by the mill"), ("body>p", TEXT)], SITE, [], 0),
        # Not below the text, nor if it only holds that part.
        ([("body>h1", "Town news"), ("body>p", TEXT), ("body>div", MILL)], SITE, [], 0),
        ([("body>h1", "Town news"), ("body>h2", f"{MILL} again"), ("body>p", TEXT)], SITE, [], 0),
        # An h1 below a name where names stand: a link, or the header.
        ([("body>h1", "Town news"), ("body>main>h1", "Stone on stone"), ("body>p", TEXT)], SITE, [1.0, 0, 0], 1),
        ([("header>h1", "Town news"), ("body>main>h1", "Stone on stone"), ("body>p", TEXT)], SITE, [], 1),
        ([("article>header>h1", "Town news"), ("body>main>h1", "Stone on stone"), ("body>p", TEXT)], SITE, [], 0),
        ([("header>h1", "Town news"), ("body>main>h1", "Ha!"), ("body>p", TEXT)], SITE, [], 0),
        ([("header>h1", "Town news"), ("body>main>h1", "A link"), ("body>p", TEXT)], SITE, [0, 1.0, 0], 0),
        # The first part is no site's name, unless the head says so.
        ([("header>h1", MILL), ("body>h2", "Town news"), ("body>p", TEXT)], SITE, [], 0),
        ([("header>h1", MILL), ("body>main>h1", "Stone on stone"), ("body>p", TEXT)], SITE, [], 0),
        ([("header>h1", "Town News"), ("body>div", "Town news"), ("body>p", TEXT)], (*SITE, NAMED[1]), [], 0),
        # Nor what is stated alone, nor a part in the middle.
        ([("body>h1", "Town news"), ("body>div", MILL), ("body>p", TEXT)], (*SITE, *ALONE), [], 0),
        ([("body>h1", "All of life"), ("body>div", "Mills"), ("body>p", TEXT)], MIDDLE, [], 0),
        ([("header>h1", "Town News"), ("body>p", "Still standing"), ("body>p", TEXT)], NAMED, [], 1),
    ],
)
def test_the_name_of_the_site_is_no_title_over_one(
    rows: list[tuple[str, str]], head: tuple[tuple[str, Attributes, str], ...], links: list[float], row: int
) -> None:
    found = shown(blocks_of(*rows, head=head), links)
    assert found == row
    assert type(found) is int, "compiled modules take no integers of numpy"


def test_a_banner_is_a_header() -> None:
    blocks = blocks_of(("div>h1", "Town news"), ("body>h1", "Stone on stone"), ("body>p", TEXT), head=SITE)
    assert shown(blocks) == 0
    blocks.elements.attributes[0] = {"role": "banner"}
    assert shown(blocks) == 1


PARTED = (("title", {}, f"The Post - {MILL}: a story - life and times"),)
PREFIXED = (("title", {}, "Library – The wheel: How it is turned by the river"),)
IDEOGRAPHS = (("title", {}, "高市系統上線_地方_即時新聞"),)
YEARS = " ".join(map(str, range(1000, 1195)))
IN_PARTS = f"{MILL}: a story"


@pytest.mark.parametrize(
    ("rows", "head", "row"),
    [
        # The longest part of the title, in any element but those of breadcrumbs and captions; the first of them.
        ([("body>div", "The Post"), ("body>div", IN_PARTS), ("body>p", TEXT)], PARTED, 1),
        ([("body>td", MILL), ("body>div", MILL), ("body>p", TEXT)], PARTED, 0),
        ([("ul>li", IN_PARTS), ("figure>figcaption", IN_PARTS), ("body>p", TEXT)], PARTED, -1),
        ([("ul>li>span", IN_PARTS), ("body>b", IN_PARTS), ("body>p", TEXT)], PARTED, 1),
        ([("body>div", f"{IN_PARTS} again"), ("body>p", TEXT)], PARTED, -1),
        ([("body>div", "高市系統上線"), ("body>p", TEXT)], IDEOGRAPHS, 0),
        # Its beginning only in an h1, else in an h2.
        ([("body>div", "The wheel"), ("body>p", TEXT)], PREFIXED, -1),
        ([("body>h2", "Library"), ("body>p", TEXT)], PREFIXED, 0),
        ([("body>h2", "Library"), ("body>h1", "Library"), ("body>p", TEXT)], PREFIXED, 1),
        ([("body>h3", "Library"), ("body>p", TEXT)], PREFIXED, -1),
        ([("body>div", "How it is turned by the river"), ("body>h2", "Library"), ("body>h1", "Library – The wheel")],
         PREFIXED, 2),
        # Not the site's name.
        ([("body>div", "Town News"), ("body>p", TEXT)], (*NAMED[1:2], ("title", {}, "Town News - ABCDEFG")), -1),
        # The whole title is better.
        ([("body>div", "How it is turned by the river"), ("body>div", PREFIXED[0][2])], PREFIXED, 1),
        # Nor are parts sought in a text for search engines.
        ([("body>h2", MILL)], (("title", {}, f"{MILL} | {YEARS}99"),), 0),  # 1,000 characters
        ([("body>h2", MILL)], (("title", {}, f"{MILL} | {YEARS}999"),), -1),
    ],
)  # fmt: skip # one case is one line
def test_a_whole_part_of_the_stated_title_is_the_title(
    rows: list[tuple[str, str]], head: tuple[tuple[str, Attributes, str], ...], row: int
) -> None:
    assert shown(blocks_of(*rows, head=head)) == row


def test_a_link_is_no_part_of_the_title() -> None:
    blocks = blocks_of(("body>div", IN_PARTS), ("body>div", IN_PARTS), ("body>p", TEXT), head=PARTED)
    assert shown(blocks, [1.0, 0.0, 0.0]) == 1
