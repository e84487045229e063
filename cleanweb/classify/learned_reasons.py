"""Why the learned default kept or removed a block, in words: what moved its score most."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cleanweb.classify.learned_page import Judgement
from cleanweb.measures.features import feature_names
from cleanweb.measures.tokens import Key, look_key
from cleanweb.page import Explanation, Verdict, Verdicts, tag_step

REASON_COUNT = 3
_CANDIDATES = 8  # features looked at for them, since several may measure one thing

_RULES = {
    "guard": "nothing reached the threshold, so the likeliest text is kept: ",
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
# Measures of the whole page, which are no reason for one block of it rather than another.
_PAGE_WIDE = [
    place
    for place, name in enumerate(_NAMES)
    if name.startswith("page ") or name == "article" or "container's share" in name or "stretch's share" in name
]
_LOGARITHMIC = frozenset(name for name in _NAMES if name.startswith(("words", "blocks of container")))


def reasons(judgement: Judgement, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
    """For each of these rows the score, the threshold, and the three strongest reasons for its verdict."""
    matrix = judgement.matrix[:, list(rows)]
    worth = judgement.model.blocks.contributions(matrix)
    worth[_PAGE_WIDE] = 0
    worth *= np.where([verdicts.keep[row] for row in rows], 1, -1)
    strongest = np.argsort(-worth, axis=0, kind="stable")[:_CANDIDATES]
    places = _Places(judgement)
    found = []
    for n, row in enumerate(rows):
        features = [feature for feature in strongest[:, n].tolist() if worth[feature, n] > 0]
        measured = [(feature, float(matrix[feature, n])) for feature in features]
        found.append(_explanation(judgement, verdicts[row], places.of(row), measured))
    return found


def _explanation(
    judgement: Judgement, verdict: Verdict, place: str, measured: Sequence[tuple[int, float]]
) -> Explanation:
    """In words; `measured` are the features that count for the verdict, the strongest first, and their values."""
    told: dict[str, tuple[int, float]] = {}  # by reason, so that many measures of one thing are one reason
    for feature, value in measured:
        if len(told) < REASON_COUNT:
            told.setdefault(_tell(_NAMES[feature], value, place), (feature, value))
    sign = ">=" if verdict.score >= judgement.threshold else "<"
    first = f"{_RULES.get(verdict.rule, '')}score {verdict.score:.2f} {sign} {judgement.threshold:.2f}"
    numbers: dict[str, float | int | str] = {
        "threshold": round(judgement.threshold, 4),
        "focus": "article" if judgement.is_article else "page",
    }
    numbers |= {_NAMES[feature]: round(value, 3) for feature, value in told.values()}
    return Explanation("; ".join([first, *told]), numbers)


def _tell(name: str, value: float, place: str) -> str:
    """A reason in words; what the names around a block say is told by the one that weighs most."""
    if "names" in name:
        return place or "no telling names around it"
    if name == "number of blocks of the same look":
        return f"like {round(np.expm1(value)):d} blocks of the same look"
    if name in _YES_OR_NO:
        return name if value else f"not {name}"
    return f"{name} {np.expm1(value):.0f}" if name in _LOGARITHMIC else f"{name} {value:.2f}"


class _Places:
    """The element around a block whose name weighs most, in words; each element is looked at once a page."""

    def __init__(self, judgement: Judgement) -> None:
        self.elements = judgement.blocks.elements
        self.container = judgement.blocks.container
        self.weights = judgement.model.weights
        self.older: dict[int, _Said] = {-1: _NOTHING}  # by element: the strongest of it and its ancestors
        self.known: dict[tuple[Key, int], _Said] = {}

    def of(self, row: int) -> str:
        """`inside nav.main, for "nav"`, or "" where no name is known."""
        container = self.container[row]
        around = self.elements.parent[container]
        further = self.elements.parent[around] if around >= 0 else -1
        said = [self.said(container, 0), self.said(around, 1) if around >= 0 else _NOTHING, self.oldest(further)]
        return max(said, key=_strength)[0]

    def oldest(self, element: int) -> _Said:
        """The strongest of an element and its ancestors, as older ancestors."""
        unknown = []
        while element not in self.older:
            unknown.append(element)
            element = self.elements.parent[element]
        best = self.older[element]
        for inner in reversed(unknown):
            best = self.older[inner] = max(self.said(inner, 2), best, key=_strength)
        return best

    def said(self, element: int, role: int) -> _Said:
        """What an element says by its strongest token in a role, and that token's weight."""
        tag, attributes = self.elements.tag[element], self.elements.attributes[element]
        key = look_key(tag, attributes)
        found = self.known.get((key, role))
        if found is None:
            token, weight = self.weights.strongest(key, role)
            name = token.lstrip("<")
            found = (f'inside {tag_step(tag, attributes)}, for "{name}"', weight) if token else _NOTHING
            self.known[key, role] = found
        return found


_Said = tuple[str, float]  # in words, and the weight of the token behind it
_NOTHING: _Said = ("", 0.0)


def _strength(said: _Said) -> float:
    return abs(said[1])
