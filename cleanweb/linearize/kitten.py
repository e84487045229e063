"""Kitten's text: tables, lists and blocks rewritten as sentences for parsers; each rule can be switched off.

Paper: Falco, Moriceau and Vilnat, "Kitten: a tool for normalizing HTML and extracting its textual content" (LREC 2012),
section 3.

Differs from the paper: what it leaves open for spans, several header rows, bullets and definition lists is ours, as are
the rules for joining clauses cut by `<br>`; for details see `tables.py`, `lists.py` and `sentences.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from cleanweb.linearize.draft import Draft
from cleanweb.linearize.introductions import check_triggers, page_triggers
from cleanweb.linearize.lists import ListRules, rewrite_lists
from cleanweb.linearize.rewriting import LIST_FORMS, LISTS, LONG_ITEM, TABLE_FORMS, TABLES
from cleanweb.linearize.sentences import add_full_stops, add_titles, join_clauses, remove_permalinks
from cleanweb.linearize.tables import rewrite_tables
from cleanweb.page import Blocks, Linearized, Verdicts
from cleanweb.segment.table_roles import MODELS, load_models
from cleanweb.stage import Linearizer, param


@dataclass(frozen=True, slots=True, kw_only=True)
class Kitten:
    """The kept blocks as sentences, one per line.

    >>> from cleanweb.classify.keep_all import KeepAll
    >>> blocks = Blocks.of([("body>h1", "Tea"), ("body>p", "Boil water.")])
    >>> Kitten()(blocks, KeepAll()(blocks)).text
    'Tea.\\nBoil water.\\n'
    """

    tables: str = param(
        "sentences",
        TABLES,
        source="Kitten, section 3.1 (sentences)",
        flag="--tables",
        choices=TABLE_FORMS,
    )
    table_models: str = param("", MODELS)
    lists: str = param(
        "flatten",
        LISTS,
        source="Kitten, section 3.2.3",
        flag="--lists",
        choices=LIST_FORMS,
    )
    long_item: int = param(
        LONG_ITEM,
        "median length of items, in characters, from which each becomes a sentence of its own",
        source="Kitten, section 3.2.3; 60 itself counts as long (ours)",
    )
    repeat: bool = param(
        True, "repeat an introduction with each item if it ends in a trigger word", source="Kitten, section 3.2.3"
    )
    triggers: str = param(
        "auto",
        "trigger words: a language, a file, auto (by the page's lang, else all languages), or none",
        source="Kitten, section 3.2.3 (kinds of words); ours (the words)",
    )
    bullets: bool = param(True, "remove hand-written bullets from items", source="Kitten, section 3.2.2")
    definitions: bool = param(True, "pair the terms and definitions of definition lists")
    join_br: bool = param(
        True,
        "join clauses that a <br> separates, where <br> ends a block (blocks.br=every); to join none at all, "
        "switch this off and set blocks.br=each, so that <br> also ends a block before lower case",
        source="Kitten, section 3.3",
    )
    full_stops: bool = param(True, "end every block with a final punctuation mark", source="Kitten, section 3.3")
    titles: bool = param(
        True,
        "write the titles of abbreviations in brackets after them, where these are recorded "
        "(blocks.noted_tags=abbr,acronym)",
        source="Kitten, section 3.3",
    )
    tags: bool = param(False, "begin each line with <p>, <h> or <l>, as CleanEval does")

    def __post_init__(self) -> None:
        """Check that models and trigger words can be read, now rather than on every page."""
        if self.table_models:
            load_models(self.table_models)
        check_triggers(self.triggers)

    def __call__(self, blocks: Blocks, verdicts: Verdicts) -> Linearized:
        """The text, and every word and sign in which it differs from the kept blocks."""
        draft = Draft.of(blocks, verdicts)
        triggers = page_triggers(blocks, self.triggers)
        if self.titles:
            add_titles(draft)
        remove_permalinks(draft)
        if self.join_br:
            join_clauses(draft, triggers)
        rewrite_tables(draft, self.tables, self.table_models)
        rewrite_lists(
            draft,
            ListRules(
                bullets=self.bullets,
                flatten=self.lists == "flatten",
                repeat=self.repeat,
                definitions=self.definitions,
                long_item=self.long_item,
                triggers=triggers,
            ),
        )
        if self.full_stops:
            add_full_stops(draft)
        return draft.written(tags=self.tags)


STAGE: type[Linearizer] = Kitten
