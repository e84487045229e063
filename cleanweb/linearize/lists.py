"""Lists as sentences: bullets, flattening, introductions repeated, terms with their definitions.

Paper: Falco, Moriceau and Vilnat, "Kitten", section 3.2. (Link lists are left to the classifier, which removes their
items.)

Differs from the paper: a median of exactly 60 characters counts as long; no comma follows an item that ends in a colon,
nor the last but one if it ends in a word after its mark (`sugar; and`) and those before it have marks; the last item of
a joined list ends in a full stop, as a long one does and as in the paper's example; a full stop replaces only comma,
semicolon and colon; of an introduction of several sentences only the last is repeated, if it is not long; no words, not
even removed ones, may be between an introduction and its list; the expressions for bullets are ours; definition lists,
which the paper counts among the lists, are not flattened: terms are paired with their definitions.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from cleanweb.linearize.draft import Draft, Line
from cleanweb.linearize.punctuation import (
    COMMA_LIKE,
    FINAL_MARKS,
    comma,
    full_stop,
    is_ended,
    space_after,
)
from cleanweb.measures.endings import CLOSERS, COLONS, INTRODUCER, QUESTION_MARKS
from cleanweb.measures.letters import ITEM_LETTERS, begins_in_lower_case
from cleanweb.page import Elements
from cleanweb.segment.tags import ITEM_TAGS, LIST_TAGS

DEFINITION: Final = "definition paired"
# Maximum length in characters of an introduction or term that is repeated; longer ones are written once, so that the
# text stays in proportion to the page. Ours: longer sentences are of no use to a parser.
MAX_REPEATED: Final = 500
MAX_TERMS: Final = 20  # of one definition; further terms keep their lines; ours

# A sign, or a number or letter with a bracket, written by hand before an item: "* tea", "-tea", "•tea", "a) tea".
HAND_WRITTEN_BULLET: Final = re.compile(
    r"""
      [*→»›✓✔o] \s+ (?=\S)                          # "o" as word processors leave it
    | [•·・･▪▫■□●○◦◎◆◇►▶‣⁃❖➢] \s* (?=\S)
    | [-–—] (?: \s+ | (?=[^\W\d]) )                # a dash, but no minus sign
    | [(（]? (?: \d{1,2} | [a-z] | [ivx]{2,4} | [一二三四五六七八九十]{1,3} ) [)）] \s* (?=\S)
    | [(（]? (?: [ITEM_LETTERS] | الف ) [)）] \s+ (?=\S)
    | (?: [가나다라마바사아자차카타파하]\. | [א-י]\. (?!\s[א-ת]\.) ) \s+ (?=\S)
    | (?: (?: [\u0621-\u064aپچژکگی] | الف ) \s?[-–] | [፩-፼]{1,3}[.):፤] ) \s+ (?=\S)
    | (?: [一二三四五六七八九十]{1,3}、 | [①-⑳❶-❿➀-➓㉑-㊿] ) \s* (?=\S)
    """.replace("ITEM_LETTERS", ITEM_LETTERS),
    re.VERBOSE,
)
# The others are bullets only if half of the items of a list have one; compare `* → any character`, the note `* where
# in stock`, and `(07) 4000 8532`. Ours: on gold pages half have one in 1,303 lists; in 12 others, ten are no bullets.
_SURE_BULLETS: Final = frozenset("→»›✓✔•·・･▪▫■□●○◦◎◆◇►▶‣⁃❖➢")
# "1. tea", "1.tea", "1 - tea", "1- tea", "1 tea", "1、茶", "১। চা": bullets only if the items are numbered from 1; "1.
# FC" and "24. May" are not.
_NUMBER: Final = re.compile(
    r"(\d{1,2}) (?: \.\s+ | \.(?=[^\W\d]) | [．、။၊។।།༽۔]\s* | \s*[-–]\s+ | [-–](?=[\u0621-\u064a]) | \s+ ) (?=\S)",
    re.VERBOSE,
)

# A word after the mark that ends an item: `sugar; and`.
_JOINED: Final = re.compile(rf"[{re.escape(COMMA_LIKE)}]\s*\w+\Z")

# A possible end of a sentence, with the space after it. A full stop ends one only after a lower-case word or a year:
# after names it may belong to an abbreviation.
_SENTENCE_END: Final = re.compile(
    rf"(?: \b (?P<word> [^\W\d_]{{3,}} | \d{{4}} ) \. | [!?…؟۔।॥։።។။] ) [{re.escape(CLOSERS.strip())}]* \s+ (?=\S)",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class ListRules:
    """Which rules are on, and their limit."""

    bullets: bool
    flatten: bool
    repeat: bool  # the introduction, if lists are flattened and it ends in a trigger
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
        """Its lines joined by spaces."""
        return " ".join(line.text for line in self.lines)


@dataclass(slots=True)
class _List:
    """A list of the page: its element, and its own items, terms and definitions in order."""

    element: int
    is_nested: bool  # inside another list, or containing one
    parts: list[int] = field(default_factory=list)


def rewrite_lists(draft: Draft, rules: ListRules) -> None:
    """Apply the rules to every list of the page, in document order; lists in data tables no longer count."""
    elements = draft.blocks.elements
    lists, around = _lists(elements)
    holders = _holders(elements) if rules.definitions else []
    for number, found in enumerate(lists, 1):
        if rules.bullets:
            for tag in sorted(ITEM_TAGS):
                parts = [part for part in found.parts if elements.tag[part] == tag]
                _remove_bullets(draft, [line for part in parts if (line := draft.first_line_of(part))])
        if elements.tag[found.element] == "dl":
            if rules.definitions:
                _pair_definitions(draft, found, holders)
        elif rules.flatten and not found.is_nested:
            _flatten(draft, found, number, rules, around)


def _lists(elements: Elements) -> tuple[list[_List], list[int]]:
    """All lists, and for each element the list that it is or is in; -1 for none.

    In one pass, since pages nest them thousands deep. A part inside another part of the same list does not count.
    """
    found: dict[int, _List] = {}
    around: list[int] = []
    in_part: list[bool] = []  # for each element, whether it is or is in a part of that list
    for element, (tag, parent) in enumerate(zip(elements.tag, elements.parent, strict=True)):
        outer, is_inside = (around[parent], in_part[parent]) if parent >= 0 else (-1, False)
        if tag in LIST_TAGS:
            found[element] = _List(element, is_nested=outer >= 0)
            if outer >= 0:
                found[outer].is_nested = True
            outer, is_inside = element, False
        elif outer >= 0 and not is_inside and tag in ITEM_TAGS:
            found[outer].parts.append(element)
            is_inside = True
        around.append(outer)
        in_part.append(is_inside)
    return list(found.values()), around


def _holders(elements: Elements) -> list[int]:
    """For each element the innermost list or table that it is or is in; -1 for none."""
    found: list[int] = []
    for element, (tag, parent) in enumerate(zip(elements.tag, elements.parent, strict=True)):
        is_holder = tag in LIST_TAGS or tag == "table"
        found.append(element if is_holder else found[parent] if parent >= 0 else -1)
    return found


def _remove_bullets(draft: Draft, firsts: Sequence[Line]) -> None:
    numbers = [match for line in firsts if (match := _NUMBER.match(line.text))]
    is_counted = len(numbers) > 1 and [int(match[1]) for match in numbers] == list(range(1, len(numbers) + 1))
    all_o = all(line.text.startswith("o ") for line in firsts)  # "o" is a word of several languages
    bullets = [_bullet(line.text) for line in firsts]
    are_usual = 2 * sum(bullet is not None for bullet in bullets) >= len(firsts)
    for line, bullet in zip(firsts, bullets, strict=True):
        sign = bullet[0][0] if bullet else ""
        is_bullet = all_o if sign == "o" else are_usual or sign in _SURE_BULLETS
        match = bullet if is_bullet else None
        match = match or (_NUMBER.match(line.text) if is_counted else None)
        if match:
            line.text = line.text[match.end() :]
            draft.removed(line.row, "hand-written bullet", match[0].strip())


def _bullet(text: str) -> re.Match[str] | None:
    """The hand-written bullet before an item, if there is one; the hyphen of `-ness`, `-e` or `-moz-orient` is not.

    Ours: of eight lists on gold pages with a hyphen right before a lower-case letter, it is a bullet in two.
    """
    match = HAND_WRITTEN_BULLET.match(text)
    return None if match and match[0] == "-" and begins_in_lower_case(text[1:]) else match


def _flatten(draft: Draft, found: _List, number: int, rules: ListRules, around: Sequence[int]) -> None:
    """Make sentences of a list and the introduction before it, if there is one and it ends in a colon."""
    rows = draft.rows(found.element)
    items = [_Item(part, lines) for part in found.parts if (lines := draft.lines_of(part))]
    if not items or sum(len(item.lines) for item in items) != len(draft.lines_of(found.element)):
        return  # the list is empty, or some of its text is in no item
    place = draft.place_before(rows.start)
    if place < 0 or _has_gap(draft, range(place + 1, rows.start)):
        return
    introduction = draft.lines[place][-1]
    container = draft.blocks.container[introduction.row]
    colon = INTRODUCER.search(introduction.text)
    if not colon or (container >= 0 and around[container] >= 0):
        return
    words = introduction.text[: colon.start()].rstrip()
    is_repeatable = rules.repeat and words.rpartition(" ")[2].lower() in rules.triggers
    if is_repeatable and len(clause := _last_sentence(words)) <= MAX_REPEATED:
        draft.lines[place].pop()
        _repeat_introduction(draft, introduction, words, clause, items, number=number)
    elif median(len(item.text) for item in items) < rules.long_item:
        sign = introduction.text[-1]
        introduction.text += space_after(sign) + _enumerated(draft, items)
        introduction.kind = "p"
        draft.clear(rows)
    else:
        for item in items:
            _end_sentence(draft, item)


def _has_gap(draft: Draft, rows: Sequence[int]) -> bool:
    """Whether removed words are there: then the line before introduced them, as in all 32 cases on gold pages."""
    return any(draft.left_out[row] and any(map(str.isalnum, draft.blocks.text[row])) for row in rows)


def _last_sentence(text: str) -> str:
    """The last sentence of an introduction, the clause that continues in the items of its list.

    >>> _last_sentence("Read them all. You can")
    'You can'
    >>> _last_sentence("Dr. Smith of St. Gall can"), _last_sentence("It was in May 2020. “Why?” You can")
    ('Dr. Smith of St. Gall can', 'You can')
    """
    start = 0
    for end in _SENTENCE_END.finditer(text):
        word, following = end["word"], text[end.end()]
        may_begin = not begins_in_lower_case(following) and not following.isdigit()
        if may_begin and (word is None or word.islower() or word.isdigit()):
            start = end.end()
    return text[start:]


def _repeat_introduction(
    draft: Draft, introduction: Line, words: str, clause: str, items: Sequence[_Item], *, number: int
) -> None:
    """Write `clause item.` in place of each item; the first also gets what comes before the clause.

    `words` are those of the introduction without its colon.
    """
    rule = "introduction repeated"
    for place, item in enumerate(items, 1):
        note = f"list {number}, item {place} of {len(items)}"
        first = item.lines[0]
        first.text = f"{words if place == 1 else clause} {first.text}"
        first.kind = "p"
        if place == 1:
            draft.removed(introduction.row, rule, introduction.text[len(words) :].strip(), note)
        else:
            draft.added(first.row, rule, clause, note)
        _end_sentence(draft, item)


def _enumerated(draft: Draft, items: Sequence[_Item]) -> str:
    """The items in one sentence: a comma after each that has no mark of its own, a full stop after the last.

    If the author wrote the marks, the last item but one may end in a word after its mark: `sugar; and`.
    """
    parts = []
    is_marked = len(items) > 2 and all(item.text[-1:] in COMMA_LIKE for item in items[:-2])
    for item in items[:-1]:
        text, last = item.text, item.lines[-1]
        is_joined = is_marked and item is items[-2] and _JOINED.search(text) is not None
        if text.rstrip(CLOSERS)[-1:] not in FINAL_MARKS and text[-1:] not in COMMA_LIKE and not is_joined:
            sign = comma(text)
            text += sign
            draft.added(last.row, "list flattened", sign)
        parts.append(text + space_after(text[-1]))
    _end_sentence(draft, items[-1])
    return "".join(parts) + items[-1].text


def _end_sentence(draft: Draft, item: _Item) -> None:
    """End an item with a full stop, which replaces a comma, semicolon or colon."""
    text, line = item.text, item.lines[-1]
    if is_ended(text) and not text.endswith(COLONS):
        return
    stop = full_stop(text, draft.language)
    if line.text[-1:] in COMMA_LIKE or line.text.endswith(COLONS):
        draft.removed(line.row, "item ended", line.text[-1])
        line.text = line.text[:-1].rstrip()
    line.text += stop
    draft.added(line.row, "item ended", stop)


def _pair_definitions(draft: Draft, found: _List, holders: Sequence[int]) -> None:
    """Write `term: definition`, repeating the term for each further definition; several terms are joined by commas.

    A term whose definition begins with a list or table keeps its own line.
    """
    terms: list[int] = []
    words = ""  # of the terms, once written
    is_defined = False
    for part in found.parts:
        if draft.blocks.elements.tag[part] == "dt":
            terms = [part] if is_defined else [*terms, part][-MAX_TERMS:]
            words, is_defined = "", False
            continue
        is_defined = True
        line = draft.first_line_of(part)
        if line is None:
            continue
        if not _is_own_line(draft, line, part, holders):
            terms = []
        elif not words:
            words = _take_terms(draft, terms, line)
        elif len(words) <= MAX_REPEATED:
            draft.added(line.row, DEFINITION, words)
            line.text = f"{words} {line.text}"


def _is_own_line(draft: Draft, line: Line, definition: int, holders: Sequence[int]) -> bool:
    """Whether a line of a definition does not belong to a list or table inside it."""
    container = draft.blocks.container[line.row]
    is_inside = definition <= container < draft.blocks.elements.close[definition]
    return is_inside and holders[container] < definition


def _take_terms(draft: Draft, terms: Sequence[int], line: Line) -> str:
    """Move terms from their own lines to the start of this one; return their words with a colon (none after `?`)."""
    # Terms without a line are looked up again for each further definition, and they may have thousands of blocks.
    texts = [text for term in terms if draft.first_line_of(term) and (text := draft.text_of(term))]
    if not texts:
        return ""
    words = ", ".join(texts)
    colon = "" if words.endswith((*COLONS, *QUESTION_MARKS)) else ":"
    if signs := "," * (len(texts) - 1) + colon:
        draft.added(line.row, DEFINITION, signs)
    for term in terms:
        draft.clear(draft.rows(term))
    words += colon
    line.text = f"{words} {line.text}"
    return words
