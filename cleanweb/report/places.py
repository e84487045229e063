"""Where the blocks of a page stand in it: which stretches of which texts.

Blocks say in which element they begin (`Elements.order`); their words say where in it. Both are needed: an element may
hold many blocks, and the same words may stand in many elements.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from cleanweb.page import Blocks
from cleanweb.report.alignment import pairs
from cleanweb.report.page_copy import TextNode

# Ours: texts of one element looked at for a block whose words a normalizer changed, before the first is taken.
MAX_CANDIDATES = 32
# And characters in which signs are sought that stand between letters of other blocks.
MAX_GAP = 2000


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` to `end` (half open) of a text of the page, and the block that has them."""

    node: int
    start: int
    end: int
    block: int


@dataclass(frozen=True, slots=True)
class Folded:
    """The letters and digits of a text, as they are compared, the place of each in the text, and its first word."""

    letters: str
    places: Sequence[int]
    first: str


def fold(text: str) -> Folded:
    """Only letters and digits, compatibility forms undone: what no normalizer changes.

    >>> fold("Coöp: 10²").letters
    'Coop102'
    """
    letters, places = [], []
    for place, char in enumerate(text):
        for part in char if char < "\x80" else normalize("NFKD", char):
            if part.isalnum():
                letters.append(part)
                places.append(place)
    return Folded("".join(letters), places, next(iter(text.split(maxsplit=1)), ""))


def place_blocks(blocks: Blocks, texts: Sequence[TextNode]) -> list[Span]:
    """The spans of all blocks of a segmenter that reads the tree, in the order of the page."""
    folded = [fold(node.text) for node in texts]
    inside: dict[int, list[int]] = defaultdict(list)
    for place, known in enumerate(texts):
        inside[known.parent].append(place)
    order = blocks.elements.order
    found: list[Span] = []
    node = offset = 0
    for row, text in enumerate(blocks.text):
        block = fold(text)
        begin = _begin(inside[order[blocks.inner[row]]], folded, node, offset, block)
        is_amid = not block.letters and (begin is None or begin[1] < len(folded[begin[0]].letters))
        is_far = not block.letters and begin is not None and begin[0] > node and offset < len(folded[node].letters)
        signs = block.first if is_amid or is_far else ""
        if signs and (span := _signs_between(signs, texts, folded, node, offset, before=found[-1:])):
            found.append(Span(*span, row))
        elif begin is not None and not is_amid:
            before = {span.node: span.end for span in found[-1:]}  # signs at the beginning of a text
            spans, node, offset = _taken(texts, folded, *begin, block.letters)
            found.extend(Span(place, max(start, before.get(place, 0)), end, row) for place, start, end in spans)
    return list(_with_neighbours(found, folded, texts))


def _begin(
    candidates: Sequence[int], folded: Sequence[Folded], node: int, offset: int, block: Folded
) -> tuple[int, int] | None:
    """The first of these texts, from here on, that the block can begin with; else the next of the page, if it can begin
    with that after signs of a text that is done (`-- <a>...`); else the first of these.
    """
    letters = block.letters
    first: tuple[int, int] | None = None
    start = bisect_left(candidates, node)
    for place in candidates[start : start + MAX_CANDIDATES]:
        skip = offset if place == node else 0
        there = folded[place].letters
        here = len(there) - skip
        if not (here or letters) or (here and letters and _begins(there, skip, letters)):
            return place, skip
        if not there and _begins_with_signs(folded, place, block):
            return place, skip
        first = first or (place, skip)
    if letters and node < len(folded) and offset < len(folded[node].letters):
        return (node, offset) if _begins(folded[node].letters, offset, letters) else first
    return first


def _begins_with_signs(folded: Sequence[Folded], place: int, block: Folded) -> bool:
    """Whether a block with letters begins with this text, which has none, and goes on with the next that has any."""
    ahead = (text.letters for text in folded[place + 1 : place + MAX_CANDIDATES] if text.letters)
    return block.first.startswith(folded[place].first) and _begins(next(ahead, ""), 0, block.letters)


def _signs_between(
    first: str, texts: Sequence[TextNode], folded: Sequence[Folded], node: int, offset: int, *, before: Sequence[Span]
) -> tuple[int, int, int] | None:
    """Where a block of signs stands between letters of others, as a line of a `<pre>`, which is one text.

    `first` is its first word, `before` the span before it, if there is one.
    """
    for place in (node - 1, node):
        if places := folded[place].places if 0 <= place < len(texts) else ():
            done = offset if place == node else len(places)
            end = places[done] if done < len(places) else len(texts[place].text)
            begin = places[done - 1] + 1 if done else 0
            begin = max([begin, *(span.start + 1 for span in before if span.node == place)])
            start = texts[place].text.find(first, begin, min(end, begin + MAX_GAP))
            if start >= 0:
                return place, start, end
    return None


def _begins(there: str, skip: int, letters: str) -> bool:
    """Whether what a text has from here on begins with these letters, or they with it; without a copy of a long one."""
    if len(there) - skip < len(letters):
        return letters.startswith(there[skip:])
    return there.startswith(letters, skip)


def _taken(
    texts: Sequence[TextNode], folded: Sequence[Folded], node: int, offset: int, letters: str
) -> tuple[list[tuple[int, int, int]], int, int]:
    """The spans of a block that begins here, and where the next one can begin: before some letter, or a whole text."""
    spans: list[tuple[int, int, int]] = []
    done = 0  # letters of the block that are placed; what is left is not copied, for a block may have very many texts
    while node < len(texts):
        there = folded[node].letters
        here, rest = len(there) - offset, len(letters) - done
        start = folded[node].places[offset] if offset else 0
        if 0 < rest < here and there.startswith(letters[done:], offset):
            end = folded[node].places[offset + rest]
            spans.append((node, start, end))
            return spans, node, offset + rest
        if spans and here and not (here <= rest and letters.startswith(there[offset:], done)):
            break
        spans.append((node, start, len(texts[node].text)))
        done += min(here, rest)
        node, offset = node + 1, 0
        if done == len(letters):
            break
    return spans, node, offset


def _with_neighbours(found: Sequence[Span], folded: Sequence[Folded], texts: Sequence[TextNode]) -> Iterator[Span]:
    """The spans, and the texts without letters (a colon after bold type) with the block before them."""
    last = -1
    block = -1
    for span in found:
        yield from _signs(range(last + 1, span.node), folded, texts, block)
        yield span
        last, block = max(last, span.node), span.block
    yield from _signs(range(last + 1, len(texts)), folded, texts, block)


def _signs(places: range, folded: Sequence[Folded], texts: Sequence[TextNode], block: int) -> Iterator[Span]:
    for place in places:
        if folded[place].letters or block < 0:
            return
        yield Span(place, 0, len(texts[place].text), block)


def place_by_letters(blocks: Sequence[str], texts: Sequence[TextNode], title: str) -> list[Span]:
    """The spans of the blocks of a segmenter that reads the source, and knows neither elements nor texts.

    The letters of the blocks are laid beside those of the title and the page; a block has what stands between its first
    and its last letter in each text, and nothing where its letters are not found.
    """
    page = [(-1, 0, letter) for letter in fold(title).letters]
    for node, text in enumerate(texts):
        folded = fold(text.text)
        page.extend((node, place, letter) for place, letter in zip(folded.places, folded.letters, strict=True))
    letters = [(row, letter) for row, text in enumerate(blocks) for letter in fold(text).letters]
    spans: dict[tuple[int, int], Span] = {}
    for here, there in pairs("".join(letter for *_, letter in page), "".join(letter for _, letter in letters)):
        if here is None or there is None or page[here][0] < 0:
            continue
        (node, place, _), (row, _) = page[here], letters[there]
        first = spans.get((node, row))
        spans[node, row] = Span(node, first.start if first else place, place + 1, row)
    return list(spans.values())
