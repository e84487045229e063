"""Readers' comments as the learned default sees them: where they are on a page, and which of their blocks are text.

Most golds leave comments out, so the model removes nearly everything that is named so. If only comments are wanted,
they are judged as a page of their own, without a head and without the names of elements. Of 160 passages that a gold
marks as comments, in elements that are named so, 155 are then kept; judged with their page, 11 are (ours,
trafilatura-eval).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cleanweb.classify.learned_page import Judgement, judge
from cleanweb.classify.learned_reasons import reasons
from cleanweb.measures.tokens import tokens
from cleanweb.page import Explanation, Verdicts
from cleanweb.segment.tags import HEADING_TAGS, WHOLE_TAGS

# Outside English only plurals: in some languages the singular is an editor's column.
COMMENT_TOKENS = frozenset(
    "comment comments commentlist disqus replies comentarios comentaris commentaires commenti iruzkinak komentare "
    "komentari komentarze kommentare kommentarer kommentit reacties yorumlar".split()
)

# A form in comments asks for a comment, unless it holds more words than this: some boards put all posts into a form.
# Ours, from reading pages: forms to fill in have up to 130, even with rules and notices.
MAX_FORM_WORDS = 150
# Fewer words outside headings are a count or an invitation. Ours: none of those passages is lost; of 161 other pages
# with such elements 99 come out empty.
MIN_WORDS = 8

# Said before the reasons of comments, which call these the page.
_ALONE = "the comments are judged as a page of their own"

Flags = list[bool]


@dataclass(frozen=True, slots=True)
class Comments:
    """The comments of a page, judged by themselves."""

    page: Judgement
    rows: Sequence[int]  # the blocks of the page in comments, without those of forms to fill in
    judgement: Judgement | None  # of these blocks; None where there are none

    def decide(self, keep: Flags, rule: list[str], score: list[float]) -> None:
        """Set verdict, rule and score of the page's blocks: only text in comments is kept."""
        _drop(range(len(keep)), keep, rule)
        if self.judgement is None:
            return
        rules, chances = self.judgement.rules("comments"), self.judgement.chances.tolist()
        kept_rows: Flags = self.judgement.decision.keep.tolist()
        if self.judgement.decision.is_guarded or _text_words(self.judgement, kept_rows) < MIN_WORDS:
            rules = ["too short (comments)" if kept else name for kept, name in zip(kept_rows, rules, strict=True)]
            kept_rows = [False] * len(kept_rows)
        for row, *decided in zip(self.rows, kept_rows, rules, chances, strict=True):
            keep[row], rule[row], score[row] = decided

    def drop_others(self, keep: Flags, rule: list[str]) -> None:
        """Drop what is kept and in no comment."""
        _drop(set(range(len(keep))).difference(self.rows), keep, rule)

    def explain(self, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
        """Why these rows of the page are kept or removed: comments by their own judgement, all else by the page's."""
        place = {row: at for at, row in enumerate(self.rows)}
        others = [row for row in rows if row not in place]
        told = dict(zip(others, reasons(self.page, verdicts, others), strict=True))
        if self.judgement:
            own = Verdicts(
                [verdicts.keep[row] for row in self.rows],
                [verdicts.kind[row] for row in self.rows],
                [verdicts.rule[row] for row in self.rows],
                [verdicts.score[row] for row in self.rows],
            )
            mine = [row for row in rows if row in place]
            for row, why in zip(mine, reasons(self.judgement, own, [place[row] for row in mine]), strict=True):
                told[row] = Explanation(f"{_ALONE}: {why.reason}", why.numbers)
        return [told[row] for row in rows]


def _drop(rows: Iterable[int], keep: Flags, rule: list[str]) -> None:
    for row in rows:
        if keep[row]:
            keep[row], rule[row] = False, "no comment"


def comments_of(page: Judgement, model_path: Path | None) -> Comments:
    """The comments of a judged page."""
    inside = _inside_comments(page)
    forms = _inside_forms(page, inside)
    containers = enumerate(page.blocks.container)
    rows = [row for row, container in containers if inside[container] and not forms[container]]
    own = judge(replace(page.blocks.select(rows).without_names(), head=[]), model_path, "page") if rows else None
    return Comments(page, rows, own)


def is_comment(page: Judgement) -> Flags:
    """Whether each block lies in an element that is named comments."""
    inside = _inside_comments(page)
    return [inside[container] for container in page.blocks.container]


def _inside_comments(page: Judgement) -> Flags:
    """Whether each element is named comments, or lies in one that is.

    Elements that hold the title or the whole page do not count: their names tell that comments are allowed, or how many
    there are.
    """
    elements, looks = page.blocks.elements, page.blocks.elements.looks()
    is_called_so = [key[0] not in WHOLE_TAGS and not COMMENT_TOKENS.isdisjoint(tokens(key)) for key in looks.keys]
    return elements.inside(
        is_called_so[look] and page.title_row not in elements.rows(element) for element, look in enumerate(looks.places)
    )


def _inside_forms(page: Judgement, inside: Flags) -> Flags:
    """Whether each element is, or lies in, a form that asks for a comment."""
    elements = page.blocks.elements

    def asks(element: int) -> bool:
        is_one = elements.tag[element] == "form" and inside[element]
        return is_one and bool(page.words[elements.first[element] : elements.end[element]].sum() <= MAX_FORM_WORDS)

    return elements.inside(map(asks, range(len(elements))))


def _text_words(judgement: Judgement, keep: Flags) -> float:
    """The words of the kept blocks that are no headings."""
    blocks = judgement.blocks
    is_text = [kept and blocks.tag(row) not in HEADING_TAGS for row, kept in enumerate(keep)]
    return float(judgement.words[is_text].sum())
