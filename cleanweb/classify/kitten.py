"""Keep everything but option values, menus and the short items of link lists.

Paper: Falco, Moriceau and Vilnat, "Kitten: a tool for normalizing HTML and extracting its textual content" (LREC 2012),
sections 3.2.1 and 3.3.

Differs from the paper: menus and option values are what the normalizer marks as such (`kitten` marks what the paper
does, `full` more, `plain` none); empty items make no blocks and need no removal; an item cut into several blocks (by a
`<br>`) is judged block by block; every `<a>` counts as a hyperlink, even without an address (a script may handle it),
and signs beside it are no other text; words are separated by spaces, so in scripts without spaces nearly every item of
a list of links goes; the contents of a `<div>` of menus go unless asked not to (in the paper, only when asked to); the
cells of a data table share one fate, except menus and option values in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar, Final

from cleanweb.classify.kinds import kinds
from cleanweb.classify.units import divided_tables
from cleanweb.measures.letters import words
from cleanweb.normalize.kitten import DUMP
from cleanweb.page import Blocks, Explanation, Verdicts
from cleanweb.segment.table_roles import MODELS, PageTables, load_models
from cleanweb.segment.tags import LIST_TAGS
from cleanweb.stage import Classifier, param
from cleanweb.wording import counted

REASONS: Final = {
    "option": "a value of a form's choice, as the normalizer marked it",
    "menu": "in a menu, as the normalizer marked it (that of kitten: in a <div> whose id holds the word menu)",
    DUMP: "the page has no tree with text: kept from the plain dump of its source",
    "link list": "an item of a list of links only, with {words} of the {least} that it needs",
    "data table": "as most of its data table, whose cells share one fate",
    "kept": "nothing speaks against it",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Kitten:
    """Keep every block that no rule removes; the score is 1 or 0.

    >>> from cleanweb.normalize.kitten import Kitten as Normalizer
    >>> from cleanweb.parse import parse
    >>> from cleanweb.segment.blocks import BlockElements
    >>> Kitten()(BlockElements()(parse(b"<div id=menu>Home</div><p>Boil water."), Normalizer())).rule
    ['menu', 'kept']
    """

    tells_kinds: ClassVar[bool] = False  # no rule of its own: in a chain the kinds of the classifier before stand

    menus: bool = param(
        True,
        "remove what the normalizer marks as a menu (for kitten: a <div> whose id contains 'menu')",
        source="Kitten, section 3.3",
    )
    options: bool = param(
        True,
        "remove what the normalizer marks as the choices of a form",
        source="Kitten, section 3.3",
    )
    link_lists: bool = param(True, "remove short items from lists that hold only links", source="Kitten, section 3.2.1")
    min_link_words: int = param(5, "words that an item of such a list needs to be kept", source="Kitten, section 3.2.1")

    table_models: str = param("", MODELS)

    def __post_init__(self) -> None:
        """An unreadable model is an error now, not on every page."""
        if self.table_models:
            load_models(self.table_models)

    def __call__(self, blocks: Blocks) -> Verdicts:
        """Marks first, then link lists, then the tables."""
        dropped = {"menu": self.menus, "option": self.options}
        rules = [blocks.mark(row) for row in range(len(blocks))]
        rules = [rule if dropped.get(rule) or rule == DUMP else "kept" for rule in rules]
        if self.link_lists:
            for row in short_link_items(blocks, self.min_link_words):
                if rules[row] == "kept":
                    rules[row] = "link list"
        keep = [rule in ("kept", DUMP) for rule in rules]
        marked = {row for row, rule in enumerate(rules) if rule in dropped}
        for rows, is_kept in divided_tables(PageTables(blocks, self.table_models), keep, settled=marked):
            for row in rows:
                if keep[row] != is_kept:
                    keep[row], rules[row] = is_kept, "data table"
        return Verdicts(keep, kinds(blocks), rules, [float(is_kept) for is_kept in keep])

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
        """The rule in words, with the number of words of link items."""
        told = []
        for row in rows:
            count = len(blocks.text[row].split())
            reason = REASONS[verdicts.rule[row]].format(words=counted(count, "word"), least=self.min_link_words)
            told.append(Explanation(reason, {"words": count, "link_density": round(blocks.link_density(row), 3)}))
        return told


def short_link_items(blocks: Blocks, min_words: int) -> list[int]:
    """The blocks with fewer words than `min_words` in lists whose text is all links."""
    elements = blocks.elements
    lists = elements.tagged(LIST_TAGS)
    if not lists:
        return []
    others = list(accumulate((not _is_link(blocks, row) for row in range(len(blocks))), initial=0))
    found = []
    done = 0  # blocks before this one are done: lists inside a list of links add nothing
    for element in lists:
        first, end = max(done, elements.first[element]), elements.end[element]
        if others[end] == others[elements.first[element]]:
            found += [row for row in range(first, end) if len(blocks.text[row].split()) < min_words]
            done = max(done, end)
    return found


def _is_link(blocks: Blocks, row: int) -> bool:
    """Whether all letters and digits of a block may be in links: signs between links ("|") are no text.

    Links that hold all words also hold what separates these, except between two links.
    """
    text, found = blocks.text[row], words(blocks.text[row])
    gap_count = len(found) - blocks.link_count[row]
    return blocks.link_chars[row] >= sum(map(len, found)) - text.count("_") + gap_count


STAGE: type[Classifier] = Kitten
