"""CleanEval text: one block a line, each opened by `<p>`, `<h>` or `<l>`; UTF-8, LF.

Paper: the annotation guidelines of CleanEval 2007 (headings, paragraphs and list items are opened by a tag that is
never closed).

Differs from the paper: no `URL:` line, no blank lines between blocks.
"""

from dataclasses import dataclass

from cleanweb.linearize.rewriting import LIST_FORMS, LISTS, TABLE_FORMS, TABLES, written
from cleanweb.page import Blocks, Linearized, Verdicts
from cleanweb.stage import Linearizer, param


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanEval:
    """The kept blocks, one per line, with their kinds as tags.

    >>> from cleanweb.classify.keep_all import KeepAll
    >>> blocks = Blocks.of([("body>h1", "Tea"), ("body>p", "Boil water.")])
    >>> CleanEval()(blocks, KeepAll()(blocks)).text
    '<h>Tea\\n<p>Boil water.\\n'
    """

    tables: str = param(
        "cells",
        TABLES,
        source="Kitten, section 3.1 (sentences); ours: rows lose .2 of the official score",
        flag="--tables",
        choices=TABLE_FORMS,
    )
    lists: str = param(
        "items", LISTS, source="Kitten, section 3.2.3 (flatten); ours", flag="--lists", choices=LIST_FORMS
    )

    def __call__(self, blocks: Blocks, verdicts: Verdicts) -> Linearized:
        """Adds tags, which are markup; takes out permalink signs; writes tables and lists as chosen."""
        return written(blocks, verdicts, self.tables, self.lists, tags=True)


STAGE: type[Linearizer] = CleanEval
