"""The options that all linearizers have for tables and lists (`--tables` and `--lists`), and how most apply them."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Final

from cleanweb.linearize.draft import Draft, Line
from cleanweb.linearize.introductions import page_triggers
from cleanweb.linearize.lists import ListRules, rewrite_lists
from cleanweb.linearize.permalinks import without_permalinks
from cleanweb.linearize.preformatted import with_lines
from cleanweb.linearize.tables import rewrite_tables
from cleanweb.page import Blocks, Linearized, Verdicts

LIST_FORMS: Final = ("flatten", "items")
TABLE_FORMS: Final = ("sentences", "rows", "cells", "drop")
TABLES: Final = (
    "data tables: write a sentence per row, a line per row with tabs between the cells, a line per cell, or nothing"
)
LISTS: Final = "lists after an introduction with a colon: join them to it as sentences, or write one item per line"
LONG_ITEM: Final = 60  # characters; Kitten, section 3.2.3


def written(
    blocks: Blocks, verdicts: Verdicts, tables: str, lists: str, *, tags: bool, is_laid_out: bool = False
) -> Linearized:
    """The kept blocks, a line each, with tables and lists in these forms, and with or without the kinds as tags.

    `flatten` applies all of Kitten's rules for lists. Permalink signs are taken out. `is_laid_out` lets preformatted
    text keep its own lines.
    """
    texts, edits = without_permalinks(blocks, verdicts.keep)
    laid_out = dict(with_lines(blocks, texts)) if is_laid_out and blocks.preformatted else {}
    if (tables == "cells" or "table" not in blocks.elements.tag) and lists == "items":  # nothing to rewrite
        texts.update(laid_out)
        kinds = verdicts.kind if tags else ()
        pieces = ((f"<{kinds[row]}>" if tags else "", text, "\n") for row, text in texts.items())
        return Linearized("".join(chain.from_iterable(pieces)), edits, laid_out)  # avoids copies of the texts
    lines = [[Line(texts[row], kind, row)] if row in texts else [] for row, kind in enumerate(verdicts.kind)]
    draft = Draft(blocks, lines, edits)
    rewrite_tables(draft, tables)
    if lists == "flatten":
        rules = ListRules(
            bullets=True,
            flatten=True,
            repeat=True,
            definitions=True,
            long_item=LONG_ITEM,
            triggers=page_triggers(blocks, "auto"),
        )
        rewrite_lists(draft, rules)
    for row, text in list(laid_out.items()):
        alone = [line for line in draft.lines[row] if line.row == row and line.text == texts[row]]
        for line in alone:
            line.text = text
        if not alone:  # a rule has rewritten it
            del laid_out[row]
    return replace(draft.written(tags=tags), lines=laid_out)
