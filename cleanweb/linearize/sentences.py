"""Make sentences of blocks: titles of abbreviations, clauses cut by `<br>`, final full stops.

Paper: Falco, Moriceau and Vilnat, "Kitten", section 3.3.

Differs from the paper: the rule for joining clauses is ours, since the paper gives none (the segmenter has already
joined clauses that continue in lower case); a line that ends in a comma, semicolon or colon, or has no word, gets no
full stop; a title that repeats its abbreviation is not written, nor is a permalink sign (`Middleware¶`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from cleanweb.linearize.draft import Draft, Line
from cleanweb.linearize.lists import HAND_WRITTEN_BULLET
from cleanweb.linearize.permalinks import without_permalinks
from cleanweb.linearize.punctuation import COMMA_LIKE, full_stop, is_ended, space_between
from cleanweb.measures.letters import begins_in_lower_case
from cleanweb.page import Edit

TITLED_TAGS: Final = frozenset({"abbr", "acronym"})
OPENERS: Final = "\"'‘’“”„«»‹›([{"
# Characters from the end of a line that are enough to tell how it ends (marks, trigger words); ours.
_TAIL: Final = 64


def add_titles(draft: Draft) -> None:
    """Write the titles of `<abbr>` and `<acronym>` in brackets after them: `NSW (New South Wales)`."""
    blocks = draft.blocks
    written: dict[int, list[str]] = {}  # by block, from its end: the text after a title, and the title
    begun: dict[int, int] = {}  # by block: where these begin in its text
    titles: list[Edit] = []
    for element, row, place in reversed(blocks.notes):
        title = " ".join((blocks.elements.attributes[element].get("title") or "").split())
        if not title or blocks.elements.tag[element] not in TITLED_TAGS or not draft.lines[row]:
            continue
        text = draft.lines[row][0].text
        if not text.endswith(title, 0, place):
            written.setdefault(row, []).extend((text[place : begun.get(row)], f" ({title})"))
            begun[row] = place
            titles.append(Edit(row, "title of an abbreviation", added=f"({title})"))
    draft.edits += reversed(titles)
    for row, pieces in written.items():
        line = draft.lines[row][0]
        line.text = line.text[: begun[row]] + "".join(reversed(pieces))


def remove_permalinks(draft: Draft) -> None:
    """Take permalink signs off lines, as other linearizers do: `Middleware¶`."""
    blocks = draft.blocks
    texts, edits = without_permalinks(blocks, [bool(lines) for lines in draft.lines])
    for edit in edits:
        line = draft.lines[edit.block][0]
        is_first = blocks.text[edit.block].endswith(texts.get(edit.block, ""))  # "# Programming in C#"
        if is_first and line.text.startswith(edit.removed):
            line.text = line.text.removeprefix(edit.removed).lstrip()
        elif line.text.endswith(edit.removed):
            line.text = line.text.removesuffix(edit.removed).rstrip()
        else:
            continue  # the title of an abbreviation follows it
        draft.edits.append(edit)
        if not line.text:
            draft.lines[edit.block] = []


def join_clauses(draft: Draft, triggers: Collection[str]) -> None:
    """Join a line to the one before if only a `<br>` separates them and the sentence continues.

    It continues if the first line has no final mark, and either ends with a comma or a word of `triggers`, or the
    second begins in lower case, possibly after a bracket or quote; but never before a hand-written bullet. Line length
    tells nothing: of 90 lines on gold pages with more than 50 characters and no such sign, two continued.
    """
    head, end = None, ""  # the line that may continue, and its present end
    joined: list[tuple[Line, list[str]]] = []  # each such line, with its continuations
    for row, lines in enumerate(draft.lines):
        line = lines[0] if len(lines) == 1 else None
        if line and head and draft.blocks.after_br[row] and _goes_on(end, line.text, triggers):
            more = space_between(end, line.text) + line.text
            joined[-1][1].append(more)
            end = end[-_TAIL:] + more
            draft.lines[row] = []
        else:
            head, end = line, line.text if line else ""
            if line:
                joined.append((line, []))
    for line, pieces in joined:
        line.text += "".join(pieces)


def _goes_on(before: str, after: str, triggers: Collection[str]) -> bool:
    if is_ended(before) or HAND_WRITTEN_BULLET.match(after):
        return False
    return (
        begins_in_lower_case(after.lstrip(OPENERS))
        or before[-1:] in COMMA_LIKE
        or before.rpartition(" ")[2].lower() in triggers
    )


def add_full_stops(draft: Draft) -> None:
    """End every line that has a word with a final mark, except lines that end in a comma or semicolon."""
    for line in draft:
        if is_ended(line.text) or line.text[-1:] in COMMA_LIKE or not any(map(str.isalnum, line.text)):
            continue
        if stop := full_stop(line.text, draft.language):
            line.text += stop
            draft.added(line.row, "final full stop", stop)
