"""Weights of element tokens by role: a logistic regression over the tokens of each block's containers.

Each page has an intercept of its own, so that tokens are weighted by how well they separate the blocks of one page.
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from cleanweb.looks import look_key
from cleanweb.measures.tokens import ROLES, TokenWeights, tokens
from cleanweb.page import Blocks

MIN_DOMAINS = 8  # sites on which a token must have been seen; ours, from a study on wcxb-dev in folds by site
PENALTY = 0.01  # inverse strength of the ridge penalty; ours, best AUC of .01, .03, .1, .3 on left-out sites
PAGE_INTERCEPT = 3.0  # scale of the page's own intercept; ours: AUC .925 -> .927
# Until convergence, about 200 iterations. Stopped after 60, a change of one hundredth of the pages moves held-out
# scores by a tenth of their deviation; at convergence, by a hundredth (ours). F1 on languages with few training pages
# moves with them.
TOLERANCE = 1e-4
MAX_ITERATIONS = 2000
THREADS = 2  # ours: the number of threads changes the last bits, so it is fixed to that of the shipped model

Vocabulary = dict[str, int]


def vocabulary(pages: Iterable[tuple[str, Blocks]]) -> Vocabulary:
    """The tokens of these (site, blocks) seen on at least MIN_DOMAINS sites, numbered in sorted order."""
    seen: dict[str, set[str]] = defaultdict(set)
    for domain, blocks in pages:
        elements = blocks.elements
        keys = {look_key(tag, named) for tag, named in zip(elements.tag, elements.attributes, strict=True)}
        for token in {token for key in keys for token in tokens(key)}:
            seen[token].add(domain)
    return {token: n for n, token in enumerate(sorted(t for t, sites in seen.items() if len(sites) >= MIN_DOMAINS))}


class Examples:
    """The regression's rows, added page by page: blocks of the same containers and label share a row."""

    def __init__(self, known: Vocabulary) -> None:
        self.known = known
        self.columns: list[int] = []
        self.borders = [0]
        self.labels: list[int] = []
        self.weights: list[float] = []
        self.pages: list[int] = []
        self.page_count = 0

    def add(self, blocks: Blocks, keep: Sequence[bool], weights: Sequence[float]) -> None:
        """Add a page's blocks; those of weight 0 are left out."""
        summed: dict[tuple[int, int, bool], float] = defaultdict(float)
        for container, inner, kept, weight in zip(blocks.container, blocks.inner, keep, weights, strict=True):
            if weight > 0:
                summed[container, inner, bool(kept)] += float(weight)
        rows = _role_columns(blocks, self.known)
        for (container, inner, kept), weight in summed.items():
            self.columns.extend(rows(container, inner))
            self.borders.append(len(self.columns))
            self.labels.append(int(kept))
            self.weights.append(weight)
            self.pages.append(self.page_count)
        self.page_count += 1

    @cached_property
    def matrix(self) -> Any:
        """The sparse design matrix of all pages added, shape (rows, roles * tokens + pages)."""
        from scipy.sparse import csr_matrix, hstack

        rows = len(self.labels)
        ones = np.ones(len(self.columns), np.float32)
        shape = (rows, len(ROLES) * len(self.known))
        named = csr_matrix((ones, np.array(self.columns, np.int32), np.array(self.borders, np.int64)), shape=shape)
        own = np.full(rows, PAGE_INTERCEPT, np.float32)
        pages = csr_matrix((own, (np.arange(rows), np.array(self.pages))), shape=(rows, self.page_count))
        return hstack([named, pages]).tocsr()


def _role_columns(blocks: Blocks, known: Vocabulary) -> Callable[[int, int], list[int]]:
    """A function from (container, inner) to the columns of all tokens around such a block, each in its role."""
    elements, size = blocks.elements, len(known)
    found = [
        [known[token] for token in tokens(look_key(tag, named)) if token in known]
        for tag, named in zip(elements.tag, elements.attributes, strict=True)
    ]

    def columns(container: int, inner: int) -> list[int]:
        around = elements.parent[container]
        row = list(found[container])
        if around >= 0:
            row += [column + size for column in found[around]]
            for element in elements.ancestors(elements.parent[around]):
                row += [column + 2 * size for column in found[element]]
        while inner != container and inner >= 0:
            row += [column + 3 * size for column in found[inner]]
            inner = elements.parent[inner]
        return row

    return columns


def fit(known: Vocabulary, matrix: Any, labels: npt.NDArray[Any], weights: npt.NDArray[Any]) -> TokenWeights:
    """Weights that tell kept blocks from removed ones, rounded as they are stored; all 0 if there is only one label."""
    if len(set(labels.tolist())) < 2:
        return TokenWeights(dict.fromkeys(known, (0.0, 0.0, 0.0, 0.0)))
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression
    from threadpoolctl import threadpool_limits

    model = LogisticRegression(C=PENALTY, max_iter=MAX_ITERATIONS, tol=TOLERANCE)
    with warnings.catch_warnings(), threadpool_limits(THREADS):
        warnings.simplefilter("ignore", ConvergenceWarning)  # with few pages, where precision matters little
        model.fit(matrix, labels, sample_weight=weights / weights.mean())
    table = model.coef_[0][: len(ROLES) * len(known)].reshape(len(ROLES), len(known)).astype(np.float16).astype(float)
    return TokenWeights({token: tuple(table[:, n].tolist()) for token, n in known.items()})
