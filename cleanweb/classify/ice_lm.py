"""ICE, language models: keep the elements whose words are near to those of the page's title, keywords and headings.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure", section 3.4 (ice_lm).

Differs from the paper: the Dirichlet prior and bold text in the query, which the paper proposes, are parameters; the
page and its query form the collection used for smoothing, and a page without title, keywords and headings is kept whole
(the paper does not say); text counts as a heading only in a leaf that is itself h1 to h6; kinds follow the tags, list
items included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cleanweb.classify.kinds import kinds
from cleanweb.errors import UsageError
from cleanweb.measures.divergence import query_divergences
from cleanweb.models.unigram import ABSOLUTE, DIRICHLET
from cleanweb.page import Blocks, Explanation, Verdicts
from cleanweb.stage import Classifier, param
from cleanweb.wording import told_apart

# Ours: smaller amounts vanish beside the counts, and in the end quotients of probabilities are undefined.
MIN_AMOUNT = 1e-100


@dataclass(frozen=True, slots=True, kw_only=True)
class IceLm:
    """Blocks with a small Kullback-Leibler divergence from the query are kept; the score is that divergence in nats.

    >>> blocks = Blocks.of([("body>h1", "Green tea"), ("body>p", "Green tea, no milk."), ("body>p", "Log in here now")])
    >>> IceLm(max_divergence=1)(blocks).keep
    [True, True, False]
    """

    tells_kinds: ClassVar[bool] = False  # no rule of its own: in a chain the kinds of the classifier before stand

    max_divergence: float = param(
        3.2,
        "divergence from the query, in nats, from which a block is dropped",
        source="open in ICE, section 3.4; ours: best of 3 to 3.4 on the CleanEval development pages (Ave 68.9)",
    )
    smoothing: str = param(
        ABSOLUTE,
        "absolute discounting, or a Dirichlet prior",
        source="ICE, section 3.4 (absolute; proposes dirichlet)",
        choices=(ABSOLUTE, DIRICHLET),
    )
    discount: float = param(
        0.3,
        "amount that absolute discounting takes off each count, 0 to 1",
        source="ours: .2 to .35 reach an Ave of 68.9, each with its best limit, more than .4 and .5",
    )
    prior_mass: float = param(
        20.0,
        "mass of the Dirichlet prior, in words",
        source="ours: from 2 to 100, none beats keeping all (Ave 66.4); with a limit of 3, this reaches 65.2",
    )
    bold_in_query: bool = param(False, "count bold text as a heading", source="ICE, section 5 (proposed)")

    def __post_init__(self) -> None:
        """Raises UsageError for amounts that give no model."""
        if not MIN_AMOUNT <= self.discount < 1:
            raise UsageError(f"ice-lm.discount is {self.discount:g}; expected a number from {MIN_AMOUNT:g}, below 1")
        if self.prior_mass < MIN_AMOUNT:
            raise UsageError(f"ice-lm.prior_mass is {self.prior_mass:g}; expected a number from {MIN_AMOUNT:g}")

    def __call__(self, blocks: Blocks) -> Verdicts:
        """Keep the blocks near the query; all blocks if there is no query."""
        amount = self.prior_mass if self.smoothing == DIRICHLET else self.discount
        found = query_divergences(blocks, smoothing=self.smoothing, amount=amount, bold_in_query=self.bold_in_query)
        if found is None:
            return Verdicts([True] * len(blocks), kinds(blocks), ["no query"] * len(blocks), [0.0] * len(blocks))
        keep = [abs(divergence) < self.max_divergence for divergence in found]
        rules = ["near the query" if is_near else "far from the query" for is_near in keep]
        return Verdicts(keep, kinds(blocks), rules, found)

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:  # noqa: ARG002  (the protocol's signature)
        """The divergence and its limit."""
        told = []
        for row in rows:
            if verdicts.rule[row] == "no query":
                told.append(Explanation("the page has neither title nor keywords nor headings to compare with"))
                continue
            divergence = verdicts.score[row]
            side = "under" if verdicts.keep[row] else "not under"
            shown, _ = told_apart(divergence, self.max_divergence)
            reason = f"divergence from title, keywords and headings is {shown}, {side} {self.max_divergence:g}"
            told.append(Explanation(reason, {"divergence": round(divergence, 4)}))
        return told


STAGE: type[Classifier] = IceLm
