"""Blocks that are no page's text: data, the choices of forms, links of headings to themselves, notices for browsers
without scripts; consent boxes, footers, HTML to be copied, buttons, line numbers, and what search engines are asked to
skip.

The learned default leaves the first four out before it judges a page: a list of countries or a block of data may have
many times the words of the text, which shifts the measures of everything else. Ours: judged with them, daniel loses
.0016 of word F1. Training pages have them, since trees trained without them do no better. Consent boxes and footers
help to recognize the text, so a page is judged without them only if it would keep hardly anything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress, islice, pairwise

from cleanweb.classify.learned_links import place_on_page
from cleanweb.classify.lines import asks
from cleanweb.classify.units import MIN_ANSWER_CHARS
from cleanweb.page import Blocks, Elements, Explanation, Verdicts
from cleanweb.segment.tags import CELL_TAGS, HEADING_TAGS, PREFORMATTED_TAGS

# Shorter data may be shown on purpose, and does little harm. Ours: 4,458 gold pages have nine such texts, of 55 to
# 32,951 characters; four of them are longer than this, three of which are in no gold text.
MIN_DATA_CHARS = 1_000
_OPENERS = frozenset("{[")
CODE_TAGS = frozenset({*PREFORMATTED_TAGS, "textarea", "code", "samp", "kbd"})
# Ours: the gold texts of wcxb-dev hold .2 % of the words of choices; on one of 3,111 gold pages choices are the
# content.
CHOICE_TAGS = frozenset({"select", "optgroup", "option"})
# Ours: gold pages have 362 elements for browsers without scripts that name JavaScript. 343, of 423 characters at most,
# are such notices; two, of 669 and 1,099, have more to say; the others, from 2,650 on, are the page itself.
MAX_NOTICE_CHARS = 500

# HTML in a text area: a story to be republished, a link, a player. Ours: of 28 such texts on 23 gold pages none is in a
# gold text; two of the three that were kept repeated their pages (word F1 .552 to .978, .832 to .990).
_END_TAG = re.compile(r"</[a-z][a-z0-9:-]*\s*>", re.IGNORECASE)

# Classes and ids of footers from before there was a tag.
FOOTER_NAMES = frozenset("footer page-footer page_footer pagefooter site-footer site_footer sitefooter".split())
# A footer inside one of these belongs to it, not to the page.
TEXT_TAGS = frozenset({"article", "aside", "blockquote", "li", "main", "section"})
# A button with one of these attributes opens what it names, as a heading does.
OPENING = frozenset({"aria-expanded", "aria-controls"})

# How a page asks search engines to skip a part of it (Yandex's element, Yahoo's class), or not to show it in their
# results (Google's attribute). Comments that ask the same are often not closed.
NOT_INDEXED_TAG = "noindex"
NOT_INDEXED_CLASS = "robots-nocontent"
NOT_SHOWN = "data-nosnippet"

# If boxes and footers have more than this share of the kept words, they were taken for the text, and the page is judged
# again without them. Ours: lower shares, down to 0, change wcxb-dev by less than .0003 but made pages elsewhere keep
# menus.
MOST = 0.9

# What is this likely is text, whatever search engines are asked. Ours: of what they are not to index on daniel, mostly
# the rules of a forum, nothing is likelier than .80.
MIN_PLAIN_CHANCE = 0.85

# A likelier button heads what it unfolds (`<button class="accordion">`). Ours: from .6 on, two pages of wcxb-dev lose
# and one gains.
MAX_BUTTON_CHANCE = 0.75

MAX_WRAPPERS = 8  # elements from preformatted text up to its cell

_BETWEEN_WORDS = re.compile(r"[\W_]+")

REASONS = {
    "data": "data: JSON outside of code is no text",
    "choice": "one of the choices that a form offers",
    "permalink": "a link to the heading right before it",
    "script notice": "a notice for browsers that run no scripts",
    "consent box": "a consent box, which was taken for text",
    "footer": "the page's footer, which was taken for text",
    "source": "HTML in a text area, which was taken for text",
}


@dataclass(frozen=True, slots=True)
class Beside:
    """The rules of blocks removed unjudged; and the other rows of the page, their blocks and their verdicts."""

    rules: Mapping[int, str]
    rows: Sequence[int]
    blocks: Blocks
    verdicts: Verdicts

    def explain(
        self, explain: Callable[[Blocks, Verdicts, Sequence[int]], list[Explanation]], rows: Sequence[int]
    ) -> list[Explanation]:
        """Why these rows of the page are kept or removed; `explain` answers for those that were judged."""
        place = {row: at for at, row in enumerate(self.rows)}
        rest = [row for row in rows if row in place]
        told = dict(zip(rest, explain(self.blocks, self.verdicts, [place[row] for row in rest]), strict=True))
        return [told.get(row) or Explanation(REASONS[self.rules[row]]) for row in rows]


def rules_beside(blocks: Blocks) -> dict[int, str]:
    """The blocks that are no page's text, with their rules; all but notices stay if the page has nothing else."""
    notices = dict.fromkeys(_notices(blocks), "script notice")
    others = dict.fromkeys(blocks.elements.rows_inside(CHOICE_TAGS), "choice")
    others |= dict.fromkeys(_data(blocks), "data")
    others |= dict.fromkeys(_permalinks(blocks), "permalink")
    found = others | notices
    return found if len(found) < len(blocks) else notices


def consent_boxes(blocks: Blocks, words: Sequence[float], score: Sequence[float]) -> dict[int, str]:
    """The blocks of consent boxes, with their rule: no gold text held any (`normalize/full.py`).

    A section about consent is spared: it is plainly text and named after its heading, as by Sphinx and Pandoc.
    """
    elements = blocks.elements
    if "consent" not in elements.mark:
        return {}
    found: dict[int, str] = {}
    for element, (mark, parent) in enumerate(zip(elements.mark, elements.parent, strict=True)):
        if mark == "consent" and (parent < 0 or elements.mark[parent] != "consent"):
            box = elements.rows(element)
            if not (_is_plain(box, words, score) and _is_named_by_heading(blocks, element)):
                found |= dict.fromkeys(box, "consent box")
    return found


def _is_named_by_heading(blocks: Blocks, element: int) -> bool:
    """Whether an element begins with a heading that says the same as its id."""
    row = blocks.elements.first[element]
    name = blocks.elements.attributes[element].get("id") or ""
    return blocks.tag(row) in HEADING_TAGS and _words_of(name) == _words_of(blocks.text[row])


def _words_of(text: str) -> str:
    return _BETWEEN_WORDS.sub(" ", text.lower()).strip()


def page_footers(blocks: Blocks, keep: Sequence[bool]) -> dict[int, str]:
    """The blocks of the page's own footers, by tag, or by name if nothing is kept after them; with their rule.

    None if no such block is kept, or the page has nothing else. Ours: by left-out models 3,111 gold pages would keep
    5,637 words of footers by tag, of which gold texts have 1 %; the 2,841 by name on 1,280 other pages are all of
    footers.
    """
    elements = blocks.elements
    footers = [*_named_footer(blocks, keep)]
    if _kept(blocks, keep, "footer"):
        owners = elements.outermost(TEXT_TAGS | {"footer"})
        footers += [element for element in owners if elements.tag[element] == "footer"]
    found = dict.fromkeys((row for footer in footers for row in elements.rows(footer)), "footer")
    return found if len(found) < len(blocks) else {}


def _named_footer(blocks: Blocks, keep: Sequence[bool]) -> Iterator[int]:
    """The outermost element around the last kept block that a class or id calls a footer, if any; none in TEXT_TAGS."""
    elements = blocks.elements
    last = next((row for row in reversed(range(len(keep))) if keep[row]), None)
    around = [] if last is None else [*elements.ancestors(blocks.container[last])]
    for element in reversed(around):
        if elements.tag[element] in TEXT_TAGS:
            return
        named = elements.attributes[element]
        if not FOOTER_NAMES.isdisjoint(f"{named.get('class') or ''} {named.get('id') or ''}".lower().split()):
            yield element
            return


def sources(blocks: Blocks, keep: Sequence[bool]) -> dict[int, str]:
    """The kept blocks of HTML in a text area, to be copied, with their rule; none if the page has no other blocks."""
    areas = _kept(blocks, keep, "textarea")
    rows = [row for area in areas for row in blocks.elements.rows(area) if _END_TAG.search(blocks.text[row])]
    return dict.fromkeys(rows, "source") if len(rows) < len(blocks) else {}


def unindexed(blocks: Blocks, keep: Sequence[bool], words: Sequence[float], score: Sequence[float]) -> dict[int, str]:
    """The kept blocks that search engines are asked to skip or not to show, with their rule.

    None if these are most of what is kept, or plainly text: some pages ask this for their text. Ours: of 32,364 words
    so marked on wcxb-dev 669 were kept, by left-out models; gold texts have none of these.
    """
    elements = blocks.elements
    asked = set(_passed_over(elements))
    if not asked:
        return {}
    inside = elements.inside(element in asked for element in range(len(elements)))
    rows = [row for row, is_kept in enumerate(keep) if is_kept and inside[blocks.container[row]]]
    is_text = is_most_kept(rows, keep, words) or _is_plain(rows, words, score)
    return {} if is_text else dict.fromkeys(rows, "noindex")


def _passed_over(elements: Elements) -> Iterator[int]:
    yield from elements.tagged({NOT_INDEXED_TAG})
    looks = elements.looks()
    yield from (element for element in looks.telling if NOT_SHOWN in elements.attributes[element])
    asking = {look for look, key in enumerate(looks.keys) if len(key) > 1 and NOT_INDEXED_CLASS in (key[1] or "")}
    if asking:
        yield from (element for element, look in enumerate(looks.places) if look in asking)


def _is_plain(rows: Sequence[int], words: Sequence[float], score: Sequence[float]) -> bool:
    """Whether the mean chance of these blocks to be text, weighted by words, is at least MIN_PLAIN_CHANCE."""
    count = sum(words[row] for row in rows)
    return count > 0 and sum(words[row] * score[row] for row in rows) >= MIN_PLAIN_CHANCE * count


def is_most_kept(rows: Iterable[int], keep: Sequence[bool], words: Sequence[float]) -> bool:
    """Whether these blocks have more than MOST of the kept words."""
    return sum(words[row] for row in rows if keep[row]) > MOST * sum(compress(words, keep))


def pressed(blocks: Blocks, keep: Sequence[bool], score: Sequence[float]) -> dict[int, str]:
    """The kept blocks in buttons, with their rule; none if nothing else is kept.

    These stay: headings, buttons that open something (such as an answer), questions over answers, likely text, and
    buttons amid a sentence. Ours: dropping the others brings wcxb-dev .0006 of word F1 (40 pages up, 12 down). On
    gold pages, 17 of 23 buttons with questions over answers are in the gold texts, and 6 of 7 amid a sentence.
    """
    elements = blocks.elements
    buttons = (e for e in elements.outermost({"button"}) if OPENING.isdisjoint(elements.attributes[e]))
    unlikely = [row for row in elements.rows_of(buttons) if keep[row] and score[row] <= MAX_BUTTON_CHANCE]
    headings = elements.rows_inside(HEADING_TAGS) if unlikely else ()
    rows = [row for row in unlikely if row not in headings and not _is_told(blocks, keep, row)]
    return dict.fromkeys(rows, "button") if len(rows) < sum(keep) else {}


def _is_told(blocks: Blocks, keep: Sequence[bool], row: int) -> bool:
    """Whether a button is a question over a kept answer, or a word of the text around it."""
    if row + 1 == len(keep) or not keep[row + 1]:
        return False
    if asks(blocks.text[row]):
        return len(blocks.text[row + 1]) >= MIN_ANSWER_CHARS
    return row > 0 and keep[row - 1] and blocks.container[row - 1] == blocks.container[row + 1]


def line_numbers(blocks: Blocks, keep: Sequence[bool]) -> dict[int, str]:
    """The kept line numbers of programs, with their rule: preformatted text in the cell before that of the program.

    Ours: of 41 such texts on seven gold pages, 26 are in the gold of one page, the others in none.
    """
    elements = blocks.elements
    found: list[int] = []
    for numbers, program in pairwise(elements.outermost(PREFORMATTED_TAGS)):
        rows, lines = elements.rows(numbers), elements.rows(program)
        if not (True in keep[rows.start : rows.stop] and True in keep[lines.start : lines.stop]):
            continue
        if _count_from_one(blocks.text[row] for row in rows) and not _count_from_one(blocks.text[row] for row in lines):
            cell, next_cell = (_cell_of(elements, element) for element in (numbers, program))
            if cell != next_cell and elements.parent[cell] == elements.parent[next_cell]:
                found += rows
    return dict.fromkeys((row for row in found if keep[row]), "line number")


def _cell_of(elements: Elements, element: int) -> int:
    """The cell around an element, at most MAX_WRAPPERS levels up; else the root."""
    some = islice(elements.ancestors(element), MAX_WRAPPERS)
    return next((around for around in some if elements.tag[around] in CELL_TAGS), 0)


def _count_from_one(texts: Iterable[str]) -> bool:
    return all(word == str(number) for number, word in enumerate(" ".join(texts).split(), start=1))


def _kept(blocks: Blocks, keep: Sequence[bool], tag: str) -> list[int]:
    """The outermost elements of a tag in which any block is kept."""
    first, end = blocks.elements.first, blocks.elements.end
    return [element for element in blocks.elements.outermost({tag}) if True in keep[first[element] : end[element]]]


def judged_beside(blocks: Blocks, rules: Mapping[int, str], judge: Callable[[Blocks], Verdicts]) -> Verdicts:
    """The verdicts on a page: these blocks go by their rules, `judge` decides on the others."""
    rows = [row for row in range(len(blocks)) if row not in rules]
    others = blocks.select(rows)
    decided = judge(others)
    count = len(blocks)
    whole = Verdicts([False] * count, ["p"] * count, [rules.get(row, "") for row in range(count)], [0.0] * count)
    for row, keep, kind, rule, score in zip(rows, decided.keep, decided.kind, decided.rule, decided.score, strict=True):
        whole.keep[row], whole.kind[row], whole.rule[row], whole.score[row] = keep, kind, rule, score
    return replace(whole, evidence=Beside(rules, rows, others, decided))


def _notices(blocks: Blocks) -> Iterator[int]:
    for element in blocks.elements.tagged({"noscript"}):
        rows = blocks.elements.rows(element)
        if len(rows) <= MAX_NOTICE_CHARS and _is_notice([blocks.text[row] for row in rows]):
            yield from rows


def _is_notice(texts: Sequence[str]) -> bool:
    return sum(map(len, texts)) <= MAX_NOTICE_CHARS and "javascript" in " ".join(texts).lower()


def _permalinks(blocks: Blocks) -> Iterator[int]:
    """The blocks that are one link to the heading right before them, named by its id.

    Ours: documentation made by Starlight has one for every heading (`Section titled "Usage"`), which parts it from its
    text. The only such gold page gets its headings back and gains .012 of word F1; no other has any.
    """
    for row in range(1, len(blocks)):
        if blocks.link_count[row] == 1 and blocks.tag(row - 1) in HEADING_TAGS:
            name = blocks.elements.attributes[blocks.container[row - 1]].get("id")
            if name and place_on_page(blocks, row) == f"#{name}":
                yield row


def _data(blocks: Blocks) -> list[int]:
    rows = [row for row, text in enumerate(blocks.text) if text[:1] in _OPENERS and _may_be_data(text)]
    if not rows:
        return rows
    elements = blocks.elements
    in_code = [*elements.inside(tag in CODE_TAGS for tag in elements.tag), False]  # the last entry is for no element
    return [row for row in rows if not in_code[blocks.inner[row]] and _is_data(blocks.text[row])]


def _may_be_data(text: str) -> bool:
    return len(text) >= MIN_DATA_CHARS and text.endswith(("}", "]"))


def _is_data(text: str) -> bool:
    import orjson  # noqa: PLC0415  (late: most pages have no such text)

    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError:
        return False
    return isinstance(found, dict) or any(isinstance(item, dict | list) for item in found)
