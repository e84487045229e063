"""Character language models of kept and of discarded text: a block gets the class under which it is likelier.

Paper: S. Pal, "Extracting Useful Text from HTML" (2009), the boilerplate filter: LingPipe's DynamicLMClassifier over
two 6-gram process models, compiled; prior times likelihood decides.

Differs from the paper: a block is scored as though an unseen character followed it (negligible except for short
blocks); to keep the model small, weights are rounded, rare n-grams are left out and rare characters are merged into one
(the model card gives the loss); the prior is the plain share in the training data (LingPipe starts each count at one);
only the beginning of a long block is read; any segmenter and classifier may come before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from cleanweb.classify.kinds import kinds
from cleanweb.errors import UsageError
from cleanweb.measures.letters import words as words_of
from cleanweb.models import FILES
from cleanweb.page import Blocks, Explanation, Verdicts
from cleanweb.stage import Classifier, param

if TYPE_CHECKING:
    from cleanweb.models.ngrams import Scorer

SHIPPED = FILES / "charlm.npz"

CONTENT = "reads like content"
BOILERPLATE = "reads like boilerplate"


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterModel:
    """Keep a block when the log odds of its text (prior and likelihood together) speak for content.

    >>> CharacterModel()(Blocks.of([("p", "Login | Register"), ("p", "She boiled the water, and drank the tea.")])).keep
    [False, True]
    """

    tells_kinds: ClassVar[bool] = False  # no rule of its own: in a chain the kinds of the classifier before stand
    loads: ClassVar[tuple[str, ...]] = ("numpy",)  # on first use

    model: str = param("", "model file made by `cleanweb train charlm`; empty for the shipped one")
    prior: float | None = param(
        None,
        "log2 odds that a block is content, before it is read; none: the share in the training data",
        source="density paper: the share in the training data",
    )
    max_chars: int = param(
        1000,
        "characters to read from the beginning of a block",
        source="ours: from 200 to all, this changes only the time, not the errors on wcxb-dev and CleanEval",
    )

    def __post_init__(self) -> None:
        """An unreadable model is an error now, not on every page; so is a `max_chars` below 1."""
        if self.max_chars < 1:
            raise UsageError(f"charlm.max_chars is {self.max_chars}; expected 1 or more")
        if self.model:
            self._scorer()

    def __call__(self, blocks: Blocks) -> Verdicts:
        """Kept or not; the score is the log odds in bits, kept when above 0.

        Raises DataError when the model cannot be read.
        """
        use = self._scorer()
        shift = 0.0 if self.prior is None else self.prior - use.model.prior
        scores = [score + shift for score in use([text[: self.max_chars] for text in blocks.text])]
        keep = [score > 0 for score in scores]
        return Verdicts(keep, kinds(blocks), [CONTENT if kept else BOILERPLATE for kept in keep], scores)

    def _scorer(self) -> Scorer:
        from cleanweb.models.ngrams import scorer  # noqa: PLC0415  (late: it loads numpy)

        return scorer(Path(self.model) if self.model else SHIPPED)

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
        """The log odds, and the word that speaks most for the decision."""
        use = self._scorer()
        prior = use.model.prior if self.prior is None else self.prior
        texts = [blocks.text[row][: self.max_chars] for row in rows]
        words = [words_of(text) for text in texts]
        odds = iter(use([word for of_text in words for word in of_text]))  # one call: each costs as much as a page
        told = []
        for row, text, of_text in zip(rows, texts, words, strict=True):
            keep, score = verdicts.keep[row], verdicts.score[row]
            reason = f"{abs(score):.1f} bits for {'content' if keep else 'boilerplate'}"
            if of_text:
                weighed = zip(of_text, islice(odds, len(of_text)), strict=True)
                strongest, _ = (max if keep else min)(weighed, key=itemgetter(1))
                reason += f", most of all the word {strongest!r}"
            numbers = {"log_odds": score, "prior": prior, "per_character": score / max(1, len(text))}
            told.append(Explanation(reason, numbers))
        return told


STAGE: type[Classifier] = CharacterModel
