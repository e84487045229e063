"""Sentences of blocks: titles of abbreviations, clauses cut by `<br>`, final full stops.

Paper: Falco, Moriceau and Vilnat, "Kitten", section 3.3.

Differs from the paper: which clauses are joined is ours, as it gives no rule (the segmenter has joined those that go on
in lower case); a line that ends in a comma, semicolon or colon, or holds no word, gets no full stop; a title that its
abbreviation repeats is not written, nor is the sign of a link to its own place (`Middleware¶`).
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
# Characters of a line that still tell how it ends when another was joined to it: signs, a word of the triggers; ours.
_TAIL: Final = 64


def add_titles(draft: Draft) -> None:
    """Write the titles of `<abbr>` and `<acronym>` in brackets after them: `NSW (New South Wales)`."""
    blocks = draft.blocks
    written: dict[int, list[str]] = {}  # by block, from its end: what follows a title, and the title
    begun: dict[int, int] = {}  # by block: where that begins in its text
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
    """Take the signs of links to themselves off lines, as other linearizers do: `Middleware¶`."""
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
            continue  # the title of an abbreviation stands behind it
        draft.edits.append(edit)
        if not line.text:
            draft.lines[edit.block] = []


def join_clauses(draft: Draft, triggers: Collection[str]) -> None:
    """Join a line to the one before when only a `<br>` parts them and the one before goes on in it.

    That is so where it ends without a final mark and with a comma or a word of `triggers`, or where the later one
    begins in lower case, also after a bracket or quote; but not before a hand-written bullet. The length of a line
    tells nothing: of 90 on gold pages that had more than 50 characters and no such sign, two went on.
    """
    head, end = None, ""  # the line that may go on, and how it ends by now
    joined: list[tuple[Line, list[str]]] = []  # each such line, and what goes on in it
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
    """End every line that holds a word with a final mark, but for lines that end in a comma or semicolon."""
    for line in draft:
        if is_ended(line.text) or line.text[-1:] in COMMA_LIKE or not any(map(str.isalnum, line.text)):
            continue
        if stop := full_stop(line.text, draft.language):
            line.text += stop
            draft.added(line.row, "final full stop", stop)
