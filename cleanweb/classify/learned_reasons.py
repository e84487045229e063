"""Why the learned default kept or removed a block, in words: what moved its score most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from cleanweb.classify.learned_page import Judgement
from cleanweb.measures.features import feature_names
from cleanweb.measures.tokens import look_key
from cleanweb.models.boosted_trees import MAX_ROWS
from cleanweb.page import Explanation, Verdicts, tag_step

REASON_COUNT = 3

_RULES = {
    "guard": "nothing reached the threshold, so the likeliest text is kept: ",
    "title": "the page's title stays with its text: ",
    "lead-in": "it leads in what is kept: ",
    "part": "parts of the same paragraph around it are kept: ",
    "data table": "the cells of a data table share one fate: ",
    "repeat": "the same text was kept before: ",
    "consent box": "a consent box: ",
    "other language": "too few words of the stop list: ",
    "comment": "inside comments: ",
    "no comment": "outside comments: ",
}
_NAMES = feature_names()
_YES_OR_NO = {
    "in the best container",
    "in the paragraphs' container",
    "in the densest stretch",
    "after the first heading",
}
# Measures of the whole page are no reason for one block of it rather than another.
_PAGE_WIDE = [
    name.startswith("page ")
    or name in ("article", "title found", "likeness of the title")
    or "container's share" in name
    or "stretch's share" in name
    for name in _NAMES
]
# Told as the numbers of which they are the logarithms.
_LOGARITHMIC = np.array(
    [name.startswith(("words", "blocks of container", "number of blocks of the same look")) for name in _NAMES]
)
_OF_NAMES = np.array([n for n, name in enumerate(_NAMES) if "names" in name and not _PAGE_WIDE[n]])
_OTHERS = np.array([n for n, name in enumerate(_NAMES) if "names" not in name and not _PAGE_WIDE[n]])
_NONE = -1  # no feature

# A block, the features told of it, their values as they are told, and as they are.
_Measured = tuple[int, list[int], list[float], list[float]]


def reasons(judgement: Judgement, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
    """For each of these rows the score, the threshold, and the three strongest reasons for its verdict."""
    found = []
    for start in range(0, len(rows), MAX_ROWS):
        found += _reasons(judgement, verdicts, rows[start : start + MAX_ROWS])
    return found


def _reasons(judgement: Judgement, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
    chosen = np.asarray(rows, np.intp)
    model = judgement.model
    places = model.blocks.places(judgement.matrix.take(chosen, 1))
    worth = model.contributions.of(places, len(judgement.matrix))
    worth *= np.where([verdicts.keep[row] for row in rows], np.float32(1), np.float32(-1))
    features = _strongest(worth)
    values = judgement.matrix[features, chosen[:, None]].astype(float)
    shown = np.where(_LOGARITHMIC[features], (np.sign(values) * np.expm1(abs(values))).round(), values.round(2))
    measured = zip(rows, features.tolist(), shown.tolist(), values.round(3).tolist(), strict=True)
    return _explanations(judgement, verdicts, measured)


def _strongest(worth: npt.NDArray[np.float32]) -> npt.NDArray[np.intp]:
    """For each row (column of `worth`) the features that count most for its verdict; _NONE where no more do.

    Of those that tell of names only the strongest is among them, since all name the same element.
    """
    names = worth[_OF_NAMES]
    counted = np.ascontiguousarray(np.vstack([np.zeros(worth.shape[1]), names.max(0), worth[_OTHERS]]).T)
    place = np.arange(len(counted))
    found = np.empty((len(counted), REASON_COUNT), np.intp)
    for reason in range(REASON_COUNT):
        best = counted.argmax(1)
        counted[place, best] = -np.inf
        counted[:, 0] = 0  # "none" may be found again
        found[:, reason] = best
    features = np.concatenate([[_NONE, _NONE], _OTHERS])[found]
    return np.where(found == 1, _OF_NAMES[names.argmax(0)][:, None], features)


def _explanations(judgement: Judgement, verdicts: Verdicts, measured: Iterable[_Measured]) -> list[Explanation]:
    """Rule, score and threshold in words, and what the measured features say."""
    threshold = judgement.threshold
    kept, removed = _Places(judgement, keep=True), _Places(judgement, keep=False)
    below, above = f" < {threshold:.2f}", f" >= {threshold:.2f}"
    common = {"threshold": round(threshold, 4), "focus": "article" if judgement.is_article else "page"}
    found = []
    for row, features, shown, numbers in measured:
        score = verdicts.score[row]
        places = kept if verdicts.keep[row] else removed
        told = f"{_RULES.get(verdicts.rule[row], '')}score {score:.2f}{above if score >= threshold else below}"
        behind: dict[str, float | int | str] = common.copy()
        for feature, value, number in zip(features, shown, numbers, strict=True):
            if feature == _NONE:
                break
            told += _told(feature, value) or f"; {places.of(row)}"
            behind[_NAMES[feature]] = number
        found.append(Explanation(told, behind))
    return found


@lru_cache(maxsize=50_000)
def _told(feature: int, value: float) -> str:
    """A feature's value in words, rounded; "" for names, which the block's place tells. Few are told of many blocks."""
    name = _NAMES[feature]
    if "names" in name:
        return ""
    if name == "number of blocks of the same look":
        return f"; like {value:.0f} blocks of the same look"
    if name in _YES_OR_NO:
        return f"; {name}" if value else f"; not {name}"
    return f"; {name} {value:.0f}" if _LOGARITHMIC[feature] else f"; {name} {value:.2f}"


class _Places:
    """The element around a block whose names weigh most for its verdict; each container is looked at once a page."""

    def __init__(self, judgement: Judgement, keep: bool) -> None:
        self.sign = 1 if keep else -1
        self.elements = judgement.blocks.elements
        self.container = judgement.blocks.container
        self.weights = judgement.model.weights
        self.looks = judgement.looks
        self.look_of = judgement.look_of
        self.oldest = {-1: -1}  # by element: of it and its ancestors the one whose names weigh most as older ancestor
        self.told: dict[int, str] = {}  # by container
        self.said: dict[tuple[int, int], str] = {}  # by look and role

    @cached_property
    def by_role(self) -> list[list[float]]:
        """How much the names of each look weigh as those of a container, a parent, and an older ancestor."""
        weights: list[list[float]] = (self.sign * self.looks[:, :3].T).tolist()
        return weights

    def of(self, row: int) -> str:
        """`inside nav.main, for "nav"`."""
        container = self.container[row]
        told = self.told.get(container)
        if told is None:
            told = self.told[container] = self._around(container)
        return told

    def _around(self, container: int) -> str:
        own, parent, older = self.by_role
        look_of, parents = self.look_of, self.elements.parent
        best, role, weight = container, 0, own[look_of[container]]
        around = parents[container]
        if around >= 0:
            if parent[look_of[around]] > weight:
                best, role, weight = around, 1, parent[look_of[around]]
            further = self._oldest(parents[around])
            if further >= 0 and older[look_of[further]] > weight:
                best, role, weight = further, 2, older[look_of[further]]
        return self._said(best, role) if weight > 0 else "no telling names around it"

    def _oldest(self, element: int) -> int:
        older, look_of = self.by_role[2], self.look_of
        unknown = []
        while element not in self.oldest:
            unknown.append(element)
            element = self.elements.parent[element]
        best = self.oldest[element]
        for inner in reversed(unknown):
            if best < 0 or older[look_of[inner]] >= older[look_of[best]]:
                best = inner
            self.oldest[inner] = best
        return best

    def _said(self, element: int, role: int) -> str:
        """The element by its tag and first name, and the token that weighs most in this role."""
        look = self.look_of[element]
        said = self.said.get((look, role))
        if said is None:
            tag, attributes = self.elements.tag[element], self.elements.attributes[element]
            token = self.weights.strongest(look_key(tag, attributes), role, self.sign)
            said = self.said[look, role] = f'inside {tag_step(tag, attributes)}, for "{token.lstrip("<")}"'
        return said
