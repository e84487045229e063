"""The default: boosted trees over what a block is, what holds it, and what else on the page looks like it.

No paper; the design is our own. A linear model scores the words in the class names, ids and tags around a block;
boosted oblivious trees weigh that score, its means over containers, neighbours and blocks of the same look, and plain
measures of text and links; a threshold is chosen for each page where the expected F1 is highest. Nothing depends on a
language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cleanweb.classify.kinds import layout_kinds
from cleanweb.page import Blocks, Explanation, Verdicts
from cleanweb.stage import Classifier, param

if TYPE_CHECKING:
    from cleanweb.classify.learned_page import Judgement

MIN_REPEAT_WORDS = 8  # ours, from the study: dropping repeats of shorter blocks loses list items and cells


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """Keep a block when the trained model expects it to be part of the page's content."""

    focus: str = param(
        "auto",
        "what counts as content: all that the page is about, the running text of its one article, or chosen per page",
        flag="--focus",
        choices=("auto", "page", "article"),
    )
    comments: str = param(
        "keep",
        "readers' comments: as the model decides, none, or nothing else",
        flag="--comments",
        choices=("keep", "drop", "only"),
    )
    model: str = param("", "a model file made by `cleanweb train learned`; the shipped one where empty")

    def __call__(self, blocks: Blocks) -> Verdicts:
        """Score = probability that the block is content."""
        if not blocks.text:
            return Verdicts()
        judgement = self._judge(blocks)
        keep: list[bool] = judgement.keep.tolist()
        rule = ["kept" if kept else judgement.rule for kept in keep]
        if judgement.is_guarded:
            rule = ["guard" if kept else name for kept, name in zip(keep, rule, strict=True)]
        if "consent" in blocks.elements.mark:
            _drop_consent(blocks, keep, rule)
        _drop_repeats(blocks, keep, rule, judgement.words.tolist())
        if self.comments != "keep":
            _choose_comments(keep, rule, judgement.is_comment(), self.comments)
        return Verdicts(keep, layout_kinds(blocks, keep), rule, judgement.chances.tolist())

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
        """The score, the threshold, and the three strongest reasons of each row."""
        if not blocks.text:
            return []
        judgement = self._judge(blocks)
        return [judgement.explain(row, verdicts[row]) for row in rows]

    def _judge(self, blocks: Blocks) -> Judgement:
        from cleanweb.classify.learned_page import judge  # noqa: PLC0415  (numpy and the model: on first use)

        return judge(blocks, Path(self.model) if self.model else None, self.focus)


def _drop_consent(blocks: Blocks, keep: list[bool], rule: list[str]) -> None:
    """Consent boxes go, whatever the model says: no gold text held any (`normalize/full.py`)."""
    for row in range(len(blocks)):
        if blocks.mark(row) == "consent":
            keep[row] = False
            rule[row] = "consent box"


def _drop_repeats(blocks: Blocks, keep: list[bool], rule: list[str], words: list[float]) -> None:
    """Of blocks with the same text the first kept one stays, unless they are short."""
    seen: set[str] = set()
    for row, text in enumerate(blocks.text):
        if keep[row] and words[row] >= MIN_REPEAT_WORDS:
            if text in seen:
                keep[row] = False
                rule[row] = "repeat"
            seen.add(text)


def _choose_comments(keep: list[bool], rule: list[str], is_comment: list[bool], choice: str) -> None:
    for row, comment in enumerate(is_comment):
        if keep[row] and comment == (choice == "drop"):
            keep[row] = False
            rule[row] = "comment" if comment else "no comment"


STAGE: type[Classifier] = Learned
