"""Plain text: the kept blocks, one a line, without markup; programs keep their lines."""

from dataclasses import dataclass

from cleanweb.linearize.preformatted import PRE, PRE_FORMS
from cleanweb.linearize.rewriting import LIST_FORMS, LISTS, TABLE_FORMS, TABLES, written
from cleanweb.page import Blocks, Linearized, Verdicts
from cleanweb.stage import Linearizer, param


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """The kept blocks, one per line; preformatted text keeps its own lines, except blank ones.

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
    pre: str = param("lines", PRE, source="ours", choices=PRE_FORMS)

    def __call__(self, blocks: Blocks, verdicts: Verdicts) -> Linearized:
        """Takes out permalink signs; otherwise adds and takes out only what the forms of tables and lists do."""
        is_laid_out = self.pre == "lines"
        return written(blocks, verdicts, self.tables, self.lists, tags=False, is_laid_out=is_laid_out)


STAGE: type[Linearizer] = Plain
