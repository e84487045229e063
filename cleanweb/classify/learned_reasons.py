"""Why the learned default kept or removed a block, in words: what moved its score most.

The rows of a page are told together, a column at a time, since most of a log's cost would be in a loop over them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cleanweb.classify.learned_around import NamesAround
from cleanweb.classify.learned_page import Judgement
from cleanweb.measures.features import feature_names
from cleanweb.models.boosted_trees import MAX_ROWS
from cleanweb.page import Explanation, Verdicts

Array = npt.NDArray[Any]
Features = npt.NDArray[np.intp]  # (rows, REASON_COUNT): the strongest features of each row; _NONE after the last

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
_IS_LOGARITHM = [
    name.startswith(("words", "blocks of container", "number of blocks of the same look")) for name in _NAMES
]
_LOGARITHMIC = np.array(_IS_LOGARITHM)
_OF_NAMES = np.array([n for n, name in enumerate(_NAMES) if "names" in name and not _PAGE_WIDE[n]])
_OTHERS = np.array([n for n, name in enumerate(_NAMES) if "names" not in name and not _PAGE_WIDE[n]])
_NONE = -1  # no feature
_TELLS_NAMES = np.isin(np.arange(len(_NAMES) + 1), _OF_NAMES)  # the last answers for _NONE


def reasons(judgement: Judgement, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
    """For each of these rows the score, the threshold, and the three strongest reasons for its verdict."""
    found = []
    for start in range(0, len(rows), MAX_ROWS):
        found += _reasons(judgement, verdicts, rows[start : start + MAX_ROWS])
    return found


def _reasons(judgement: Judgement, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
    chosen = np.asarray(rows, np.intp)
    keep = np.array([verdicts.keep[row] for row in rows])
    worth = judgement.model.contributions.of(judgement.places.take(chosen, 1), len(judgement.matrix))
    np.negative(worth, out=worth, where=~keep)
    features = _strongest(worth)
    values = judgement.matrix[features, chosen[:, None]].astype(float)
    told = _told(features, values)
    _tell_names(judgement, told, features, chosen, keep)
    columns = (told[reason::REASON_COUNT] for reason in range(REASON_COUNT))
    sentences = map("".join, zip(_openings(judgement, verdicts, rows), *columns, strict=True))
    return list(map(Explanation, sentences, _numbers(judgement, features, values)))


def _strongest(worth: npt.NDArray[np.float32]) -> Features:
    """For each row (column of `worth`) the features that count most for its verdict; _NONE where no more do.

    Of those that tell of names only the strongest is among them, since all name the same element.
    """
    names = worth.take(_OF_NAMES, 0)
    counted = np.empty((worth.shape[1], 2 + len(_OTHERS)), np.float32)
    counted[:, 0] = 0
    counted[:, 1] = names.max(0)
    counted[:, 2:] = worth.take(_OTHERS, 0).T
    place = np.arange(len(counted))
    found = np.empty((len(counted), REASON_COUNT), np.intp)
    for reason in range(REASON_COUNT):
        best = counted.argmax(1)
        counted[place, best] = -np.inf
        counted[:, 0] = 0  # "none" may be found again
        found[:, reason] = best
    features = np.concatenate([[_NONE, _NONE], _OTHERS])[found]
    return np.where(found == 1, _OF_NAMES[names.argmax(0)][:, None], features)


def _openings(judgement: Judgement, verdicts: Verdicts, rows: Sequence[int]) -> Iterator[str]:
    """Rule, score and threshold of each row in words."""
    threshold, score, rule = judgement.threshold, verdicts.score, verdicts.rule
    below, above = f" < {threshold:.2f}", f" >= {threshold:.2f}"
    for row in rows:
        yield f"{_RULES.get(rule[row], '')}score {score[row]:.2f}{above if score[row] >= threshold else below}"


def _numbers(judgement: Judgement, features: Features, values: Array) -> list[dict[str, float | int | str]]:
    """The threshold, the focus, and the strongest features of each row."""
    threshold, focus = round(judgement.threshold, 4), "article" if judgement.is_article else "page"
    found: list[dict[str, float | int | str]] = [
        {"threshold": threshold, "focus": focus, _NAMES[a]: x, _NAMES[b]: y, _NAMES[c]: z}
        for (a, b, c), (x, y, z) in zip(features.tolist(), values.round(3).tolist(), strict=True)
    ]
    for place in np.flatnonzero(features[:, -1] == _NONE).tolist():
        del found[place][_NAMES[_NONE]]
    return found


def _told(features: Features, values: Array) -> list[str]:
    """What the features say one by one, row after row; "" for names, and for none."""
    sizes = np.copysign(np.expm1(abs(values)), values).round()
    shown = np.where(_LOGARITHMIC[features], sizes, values.round(2)) + 0.0  # no -0: it equals 0 and reads otherwise
    return list(map(_Words().__getitem__, zip(features.ravel().tolist(), shown.ravel().tolist(), strict=True)))


class _Words(dict[tuple[int, float], str]):
    """A feature (by its number) and its value, rounded, in words. Most are said of several blocks of a page."""

    def __missing__(self, measured: tuple[int, float]) -> str:
        feature, value = measured
        name = _NAMES[feature]
        if feature == _NONE or _TELLS_NAMES[feature]:
            words = ""
        elif name in _YES_OR_NO:
            words = f"; {name}" if value else f"; not {name}"
        elif name == "number of blocks of the same look":
            words = f"; like {value:.0f} blocks of the same look"
        else:
            words = f"; {name} {value:.0f}" if _IS_LOGARITHM[feature] else f"; {name} {value:.2f}"
        self[measured] = words
        return words


def _tell_names(
    judgement: Judgement, told: list[str], features: Features, rows: Features, keep: npt.NDArray[np.bool_]
) -> None:
    """Say of which element and which name it is, where a feature tells of names."""
    container = judgement.blocks.container
    places = np.flatnonzero(_TELLS_NAMES[features])
    is_kept = keep[places // REASON_COUNT]
    for sign, mine in ((1, places[is_kept]), (-1, places[~is_kept])):
        if len(mine):
            containers = [container[row] for row in rows[mine // REASON_COUNT].tolist()]
            said = NamesAround(judgement, sign).said(containers)
            for place, inner in zip(mine.tolist(), containers, strict=True):
                told[place] = said[inner]
