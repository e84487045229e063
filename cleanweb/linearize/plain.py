"""Plain text: the kept blocks, one a line, without markup."""

from dataclasses import dataclass

from cleanweb.linearize.permalinks import without_permalinks
from cleanweb.linearize.rewriting import LIST_FORMS, LISTS, TABLE_FORMS, TABLES, rewritten
from cleanweb.page import Blocks, Linearized, Verdicts
from cleanweb.stage import Linearizer, param


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """The kept blocks, one a line.

    >>> from cleanweb.classify.keep_all import KeepAll
    >>> blocks = Blocks.of([("body>h1", "Tea"), ("body>p", "Boil water.")])
    >>> Plain()(blocks, KeepAll()(blocks)).text
    'Tea\\nBoil water.\\n'
    """

    tables: str = param(
        "rows", TABLES, source="Kitten, section 3.1 (sentences); ours", flag="--tables", choices=TABLE_FORMS
    )
    lists: str = param(
        "items", LISTS, source="Kitten, section 3.2.3 (flatten); ours", flag="--lists", choices=LIST_FORMS
    )

    def __call__(self, blocks: Blocks, verdicts: Verdicts) -> Linearized:
        """Takes out signs of links to themselves; else adds and takes out what the forms of tables and lists do."""
        if (self.tables != "cells" and "table" in blocks.elements.tag) or self.lists != "items":
            return rewritten(blocks, verdicts, self.tables, self.lists).written(tags=False)
        texts, edits = without_permalinks(blocks, verdicts.keep)
        return Linearized("".join(f"{text}\n" for text in texts.values()), edits)


STAGE: type[Linearizer] = Plain
