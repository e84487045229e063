"""Find the blocks of a page in its texts: which stretches of which texts they are.

Blocks tell in which element they begin (`Elements.order`); their words tell where in it. Both are needed: an element
may have many blocks, and the same words may be in many elements.
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

# Ours: texts of an element that are tried for a block whose words a normalizer changed, before the first is taken.
MAX_CANDIDATES = 32
# Ours: texts after which a block may go on that its segmenter left out, such as readings and names of icons.
MAX_LEFT_OUT = 8
# Ours: characters searched for signs between letters of other blocks.
MAX_GAP = 2000


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` to `end` (exclusive) of a text of the page, and their block."""

    node: int
    start: int
    end: int
    block: int


@dataclass(frozen=True, slots=True)
class Folded:
    """The letters and digits of a text in comparable form, the place of each in the text, and the text's first word."""

    letters: str
    places: Sequence[int]
    first: str


def fold(text: str) -> Folded:
    """Reduce a text to letters and digits, with compatibility forms decomposed: what no normalizer changes.

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
    """The spans of all blocks of a segmenter that reads the tree, in page order."""
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
    """The first candidate from here on that the block can begin with; else the next text of the page, if the block can
    begin with that after signs of a finished text (`-- <a>...`); else the first candidate.
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
    """Whether a block with letters begins with this text, which has none, and continues with the next that has some."""
    ahead = (text.letters for text in folded[place + 1 : place + MAX_CANDIDATES] if text.letters)
    return block.first.startswith(folded[place].first) and _begins(next(ahead, ""), 0, block.letters)


def _signs_between(
    first: str, texts: Sequence[TextNode], folded: Sequence[Folded], node: int, offset: int, *, before: Sequence[Span]
) -> tuple[int, int, int] | None:
    """The place of a block of signs between letters of other blocks, such as a line of a `<pre>`, which is one text.

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
    """Whether the rest of a text begins with these letters or vice versa, without copying a long text."""
    if len(there) - skip < len(letters):
        return letters.startswith(there[skip:])
    return there.startswith(letters, skip)


def _taken(
    texts: Sequence[TextNode], folded: Sequence[Folded], node: int, offset: int, letters: str
) -> tuple[list[tuple[int, int, int]], int, int]:
    """The spans of a block that begins here, and where the next one can begin: before some letter, or a whole text."""
    spans: list[tuple[int, int, int]] = []
    done = 0  # letters of the block that are placed; the rest is not copied, since a block may have very many texts
    while node < len(texts):
        there = folded[node].letters
        here, rest = len(there) - offset, len(letters) - done
        start = folded[node].places[offset] if offset else 0
        if 0 < rest < here and there.startswith(letters[done:], offset):
            end = folded[node].places[offset + rest]
            spans.append((node, start, end))
            return spans, node, offset + rest
        if here and not (here <= rest and letters.startswith(there[offset:], done)):
            following = _going_on(folded, node + 1, letters, done)
            if following is not None:
                node, offset = following, 0
                continue
            if spans:
                break
        spans.append((node, start, len(texts[node].text)))
        done += min(here, rest)
        node, offset = node + 1, 0
        if done == len(letters):
            break
    return spans, node, offset


def _going_on(folded: Sequence[Folded], node: int, letters: str, done: int) -> int | None:
    """The first of the next texts, from `node` on, with which a block goes on whose first letters are placed."""
    rest = len(letters) - done
    for place in range(node, min(node + MAX_LEFT_OUT, len(folded))):
        there = folded[place].letters
        if there and (letters.startswith(there, done) if len(there) <= rest else there.startswith(letters[done:])):
            return place
    return None


def _with_neighbours(found: Sequence[Span], folded: Sequence[Folded], texts: Sequence[TextNode]) -> Iterator[Span]:
    """The spans, and the texts without letters (a colon after bold type), assigned to the block before them."""
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

    The letters of the blocks are aligned with those of the title and the page. In each text a block has everything from
    its first to its last letter there, or nothing if none of its letters are found.
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
