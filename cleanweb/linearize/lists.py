"""Lists as sentences: bullets, flattening, introductions repeated, terms with their definitions.

Paper: Falco, Moriceau and Vilnat, "Kitten", section 3.2. (Link lists are the classifier's: their items are removed.)

Differs from the paper: a median of exactly 60 characters counts as long; the expressions for bullets are ours; the
paper names definition lists without a rule for them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from cleanweb.linearize.draft import Draft, Line
from cleanweb.linearize.punctuation import CLOSERS, COMMA_LIKE, FINAL_MARKS, comma, full_stop, is_ended, space_after
from cleanweb.page import Elements

LIST_TAGS: Final = frozenset({"ul", "ol", "dl"})
COLONS: Final = (":", "：")

DEFINITION: Final = "definition paired"

# A sign or a bracketed number or letter, written by hand before an item: "* tea", "- tea", "-tea", "•tea", "a) tea".
HAND_WRITTEN_BULLET: Final = re.compile(
    r"""
      [*→»›✓✔o] \s+ (?=\S)                          # "o" as word processors leave it
    | [•·▪▫■□●○◦►▶‣⁃❖➢] \s* (?=\S)
    | [-–—] (?: \s+ | (?=[^\W\d]) )                # a dash, but no minus sign
    | \(? (?: \d{1,2} | [a-z] | [ivx]{2,4} ) \) \s* (?=\S)
    """,
    re.VERBOSE,
)
# "1. tea", "1.tea", "1 - tea", "1 tea": bullets only where the items count from 1: "1. FC" and "24. May" are none.
_NUMBER: Final = re.compile(r"(\d{1,2}) (?: \.\s+ | \.(?=[^\W\d]) | \s+[-–]\s+ | \s+ ) (?=\S)", re.VERBOSE)


@dataclass(frozen=True, slots=True)
class ListRules:
    """Which rules are on, and their limit."""

    bullets: bool
    flatten: bool
    repeat: bool
    definitions: bool
    long_item: int  # median length in characters from which each item is a sentence
    triggers: Collection[str]  # words after which an introduction is repeated


@dataclass(slots=True)
class _Item:
    """An item of a list: its element and the lines written in its place."""

    element: int
    lines: list[Line]

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)


def rewrite_lists(draft: Draft, rules: ListRules) -> None:
    """Apply the rules to every list of the page, in document order; lists in data tables are no lists any more."""
    elements = draft.blocks.elements
    lists = [element for element, tag in enumerate(elements.tag) if tag in LIST_TAGS]
    for number, element in enumerate(lists, 1):
        if elements.tag[element] == "dl":
            if rules.definitions:
                _pair_definitions(draft, element)
            continue
        items = _items(draft, element)
        if rules.bullets:
            _remove_bullets(draft, items)
        if (rules.flatten or rules.repeat) and _is_flat(draft, element, lists):
            _flatten(draft, element, items, number, rules)


def _items(draft: Draft, element: int) -> list[_Item]:
    """The items of a list that have lines, without those of lists inside."""
    elements = draft.blocks.elements
    inside = range(element + 1, elements.close[element])
    found = [e for e in inside if elements.tag[e] == "li" and _list_of(elements, e) == element]
    return [_Item(e, lines) for e in found if (lines := draft.lines_of(e))]


def _list_of(elements: Elements, element: int) -> int:
    """The list that an item or term belongs to."""
    above = elements.parent[element]
    while above >= 0 and elements.tag[above] not in LIST_TAGS:
        above = elements.parent[above]
    return above


def _is_flat(draft: Draft, element: int, lists: Sequence[int]) -> bool:
    """Whether the list neither holds nor stands in another, and all of its text is in items."""
    elements = draft.blocks.elements
    if any(elements.tag[above] in LIST_TAGS for above in elements.ancestors(elements.parent[element])):
        return False
    if any(element < other < elements.close[element] for other in lists):
        return False
    in_items = sum(len(item.lines) for item in _items(draft, element))
    return in_items > 0 and in_items == len(draft.lines_of(element))


def _remove_bullets(draft: Draft, items: Sequence[_Item]) -> None:
    firsts = [item.lines[0] for item in items]
    numbers = [match for line in firsts if (match := _NUMBER.match(line.text))]
    is_counted = len(numbers) > 1 and [int(match[1]) for match in numbers] == list(range(1, len(numbers) + 1))
    all_o = all(line.text.startswith("o ") for line in firsts)  # "o" is a word of several languages
    for line in firsts:
        match = HAND_WRITTEN_BULLET.match(line.text)
        if match and match[0][0] == "o" and not all_o:
            match = None
        match = match or (_NUMBER.match(line.text) if is_counted else None)
        if match:
            line.text = line.text[match.end() :]
            draft.removed(line.row, "hand-written bullet", match[0].strip())


def _flatten(draft: Draft, element: int, items: Sequence[_Item], number: int, rules: ListRules) -> None:
    """Make sentences of a list and the introduction before it, if there is one that ends in a colon."""
    rows = draft.rows(element)
    introduction = draft.line_before(rows.start)
    if introduction is None or not introduction.text.endswith(COLONS) or _is_in_list(draft, introduction.row):
        return
    words = introduction.text[:-1].rstrip()
    if rules.repeat and words.rpartition(" ")[2].lower() in rules.triggers:
        _repeat_introduction(draft, introduction, words, items, number)
    elif rules.flatten and median(len(item.text) for item in items) < rules.long_item:
        sign = introduction.text[-1]
        introduction.text += space_after(sign) + _enumerated(draft, items)
        introduction.kind = "p"
        draft.clear(rows)
    elif rules.flatten:
        for item in items:
            _end_sentence(draft, item, item.lines[-1])


def _is_in_list(draft: Draft, row: int) -> bool:
    return not LIST_TAGS.isdisjoint(draft.blocks.ancestor_tags(row))


def _repeat_introduction(draft: Draft, introduction: Line, words: str, items: Sequence[_Item], number: int) -> None:
    """`words item.` for each item, in the item's place; the introduction's own line goes."""
    rule = "introduction repeated"
    colon = introduction.text[len(words) :].strip()
    for place, item in enumerate(items, 1):
        note = f"list {number}, item {place} of {len(items)}"
        first = item.lines[0]
        first.text = f"{words} {first.text}"
        first.kind = "p"
        if place == 1:
            draft.removed(introduction.row, rule, colon, note)
        else:
            draft.added(first.row, rule, words, note)
        _end_sentence(draft, item, item.lines[-1])
    introduction.text = ""
    draft.lines[introduction.row].remove(introduction)


def _enumerated(draft: Draft, items: Sequence[_Item]) -> str:
    """The items in one sentence: a comma after each that has no mark of its own, a full stop after the last."""
    parts = []
    for item in items[:-1]:
        text, last = item.text, item.lines[-1]
        if text.rstrip(CLOSERS)[-1:] not in FINAL_MARKS and text[-1:] not in COMMA_LIKE:
            sign = comma(text)
            text += sign
            draft.added(last.row, "list flattened", sign)
        parts.append(text + space_after(text[-1]))
    _end_sentence(draft, items[-1], items[-1].lines[-1])
    return "".join(parts) + items[-1].text


def _end_sentence(draft: Draft, item: _Item, line: Line) -> None:
    """A full stop at the end of an item, in the place of a comma, semicolon or colon where there is one."""
    text = item.text
    if is_ended(text) and not text.endswith(COLONS):
        return
    stop = full_stop(text)
    if line.text[-1:] in COMMA_LIKE or line.text.endswith(COLONS):
        draft.removed(line.row, "item ended", line.text[-1])
        line.text = line.text[:-1].rstrip()
    line.text += stop
    draft.added(line.row, "item ended", stop)


def _pair_definitions(draft: Draft, element: int) -> None:
    """`term: definition`, the term repeated for each further definition; several terms are joined by commas."""
    elements = draft.blocks.elements
    terms: list[int] = []
    words = ""  # of the terms, once they are written
    for inside in range(element + 1, elements.close[element]):
        tag = elements.tag[inside]
        if tag not in ("dt", "dd") or _list_of(elements, inside) != element:
            continue
        if tag == "dt":
            terms = [inside] if words else [*terms, inside]
            words = ""
        elif (line := _first_line(draft, inside)) is None:
            continue
        elif words:
            draft.added(line.row, DEFINITION, words)
            line.text = f"{words} {line.text}"
        else:
            words = _take_terms(draft, terms, line)


def _first_line(draft: Draft, definition: int) -> Line | None:
    """The first line of a definition, if it is not one of a list or table inside."""
    elements = draft.blocks.elements
    line = next(iter(draft.lines_of(definition)), None)
    if line is None:
        return None
    for above in elements.ancestors(draft.blocks.container[line.row]):
        if above == definition:
            return line
        if elements.tag[above] in LIST_TAGS or elements.tag[above] == "table":
            break
    return None


def _take_terms(draft: Draft, terms: Sequence[int], line: Line) -> str:
    """Move terms from their own lines to the beginning of this one; their words with the colon."""
    texts = [text for term in terms if (text := draft.text_of(term))]
    if not texts:
        return ""
    words = ", ".join(texts)
    signs = "," * (len(texts) - 1) + ("" if words.endswith(COLONS) else ":")
    if signs:
        draft.added(line.row, DEFINITION, signs)
    for term in terms:
        draft.clear(draft.rows(term))
    words = words if words.endswith(COLONS) else f"{words}:"
    line.text = f"{words} {line.text}"
    return words
