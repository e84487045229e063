"""Why the learned default kept or removed a block, in words: what moved its score most.

The rows of a page are explained together, a column at a time: a loop over rows would be most of a log's cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from cleanweb.classify.learned_around import NamesAround
from cleanweb.classify.learned_decision import PLAIN, mean_chance
from cleanweb.classify.learned_page import Judgement
from cleanweb.classify.learned_phrases import (
    ABSENCES,
    ABSENT,
    BELOW_PLACE,
    NO_TITLE,
    OWN_LOOK,
    SAME_LOOK,
    TO_PLACE,
    of_block_beside,
    of_unsure_title,
    phrase,
)
from cleanweb.measures.characters import DIGIT, LOWER, SPACE, UPPER, class_counts
from cleanweb.measures.features import feature_names
from cleanweb.models.boosted_trees import parts
from cleanweb.page import Elements, Explanation, Told, Verdicts
from cleanweb.wording import told_apart

Array = npt.NDArray[Any]
Features = npt.NDArray[np.intp]  # (rows, REASON_COUNT): the strongest features of each row; _NONE after the last

REASON_COUNT = 3
MAX_SELECTOR = 80  # characters
MAX_REMEMBERED = 10_000  # phrases remembered between pages; ours: some 2 MB

_RULES = {
    "guard": "no text would be kept otherwise, so the likeliest is: ",
    "no text": "on so short a page nothing is plainly text, the mean is {} < {}: ",
    "thread": "in a thread of dated posts beside the article: ",
    "alike": "it looks like the text that is kept: ",
    "head": "the page shows no text, and its head states this: ",
    "beside the head": "the page shows no text, and its head states another: ",
    "stated": "the page's head states it as its article's text: ",
    "stated part": "the page states it as a part of a recipe, instructions or questions: ",
    "after the article": "after the element that is the article's text by its microdata: ",
    "title": "the page's title stays with its text: ",
    "post title": "the page states that it is an archive of posts, and this is the title of one: ",
    "standfirst": "after the title, the description that the page's head states: ",
    "subheading": "the lower heading right below the title: ",
    "lead-in": "it leads in, or opens, what is kept: ",
    "definition": "it defines what is kept: ",
    "example": "the text before and after this example is kept: ",
    "preformatted": "preformatted text of the page is kept: ",
    "list": "most of its list is kept: ",
    "introduced": "what introduces its list is kept: ",
    "headed": "the heading over its table or list of terms is kept: ",
    "amid": "its list stands between kept text: ",
    "record": "most records like its own have this part kept: ",
    "record title": "it begins a record with kept text, as such lines begin the others: ",
    "question": "a question with its answer, as those beside it: ",
    "note": "a footnote by its name and its number or sign: ",
    "part": "parts of the same paragraph around it are kept: ",
    "between": "the texts right before and after, marked up like it, are kept: ",
    "quoted": "a quotation, and the text before and after it is kept: ",
    "loose": "it stands beside the paragraphs that are most of the text: ",
    "earlier part": "in an element that looks like that of the text, before it: ",
    "data table": "most of its data table is kept: ",
    "table row": "another cell of its row is kept: ",
    "repeat": "the same text is kept elsewhere: ",
    "consent box": "a consent box: ",
    "footer": "the page's footer: ",
    "source": "HTML in a text area, to be copied: ",
    "button": "what is pressed, not read: ",
    "bracketed": "links in brackets alone: ",
    "return": "a link back to a place of the page, again and again: ",
    "over links": "over a list of links that is removed: ",
    "over nothing": "the heading of what follows the article, which is removed: ",
    "line number": "the numbers of the lines of a program beside it: ",
    "dialog": "a dialog over the page, by its tag, role or name: ",
    "review": "customers' reviews of a product, by their name: ",
    "signature": "the signature below a writer's posts, by its name: ",
    "small print": "small print or a badge by its name: ",
    "heard": "for screen readers alone, by its name: ",
    "column": "a narrow cell or table, or a table that text flows around: ",
    "form": "a form to fill in, or a box whose words are mostly labels: ",
    "navigation": "navigation by its tag, role or name: ",
    "menu": "a menu, breadcrumbs or a tool bar by its name: ",
    "aside": "aside by its tag or role: ",
    "changing": "what changes before one's eyes, by its attributes: ",
    "table": "a layout table apart from all plain text: ",
    "ticker": "one of many links with times: ",
    "teaser": "a link to another text, with a label in capitals: ",
    "links": "links apart from all plain text: ",
    "tail": "after the element of all plain text: ",
    "copyright": "a notice of copyright after the text, or what follows one: ",
    "noindex": "search engines are asked to leave it out: ",
    "other language": "too few words of the stop list: ",
    "comment": "inside comments: ",
    "no comment": "outside comments: ",
    "too short (comments)": "too few words for comments: ",
}
_AFTER = "after the text"
_NAMES = feature_names()
# Measures of the whole page are no reason for one block of it rather than another.
_PAGE_WIDE = [
    name.startswith("page ")
    or name in ("article", "title found", "likeness of the title")
    or "container's share" in name
    or "stretch's share" in name
    for name in _NAMES
]
# Logarithms, told as the numbers themselves.
_LOGARITHMIC = np.array(
    [name.startswith(("words", "blocks of container", "number of blocks of the same look")) for name in _NAMES]
)
_OF_NAMES = np.array([n for n, name in enumerate(_NAMES) if "names" in name and not _PAGE_WIDE[n]])
_OTHERS = np.array([n for n, name in enumerate(_NAMES) if "names" not in name and not _PAGE_WIDE[n]])
_NONE = -1  # no feature
_HEADING, _TITLE_FOUND = _NAMES.index("heading level"), _NAMES.index("title found")
_TO_TITLE = _NAMES.index("words from the title")
_DEPTH, _CAPITALS, _DIGITS = (_NAMES.index(name) for name in ("depth", "capitals share", "digits share"))
_SINCE_HEADING, _TO_HEADING = _NAMES.index("words since a heading"), _NAMES.index("words to the next heading")
_TELLS_NAMES = np.isin(np.arange(len(_NAMES) + 1), _OF_NAMES)  # the last entry is for _NONE
_IS_OF_TITLE = np.array([ABSENCES.get(name) == NO_TITLE for name in _NAMES] + [False])
# A look that only one block has is told by other names: those in the second half of _TOLD_NAMES.
_OF_LOOK = np.array([name.endswith(SAME_LOOK) and not name.startswith("number") for name in _NAMES] + [False])
# So are distances of blocks right below a place: 0, as inside it, which the feature before tells.
_TO_PLACE = np.array(
    [before.startswith("in the ") and name.startswith(TO_PLACE) for before, name in pairwise(["", *_NAMES])] + [False]
)
_TOLD_NAMES = [*_NAMES, *(name.replace(SAME_LOOK, OWN_LOOK).replace(TO_PLACE, BELOW_PLACE) for name in _NAMES)]
# Of the features about names, those of blocks beside this one: how many places further on these stand.
_OFFSETS = {
    f"names of the block {where}": offset
    for where, offset in {"two before": -2, "before": -1, "after": 1, "two after": 2}.items()
}
_NAMES_BESIDE = np.array([*(_OFFSETS.get(name, 0) for name in _NAMES), 0])
_IS_SILENT = np.concatenate([_TELLS_NAMES[:-1], _TELLS_NAMES[:-1], [True]])


def reasons(judgement: Judgement, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
    """For each of these rows the score, the threshold, and the three strongest reasons for its verdict."""
    found = []
    for some in parts(len(rows)):
        found += _reasons(judgement, verdicts, rows[some])
    return found


def _reasons(judgement: Judgement, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
    chosen = np.asarray(rows, np.intp)
    keep = np.fromiter(map(verdicts.keep.__getitem__, rows), np.bool_, len(rows))
    model, asked = judgement.model, judgement.matrix.take(chosen, 1)
    worth = model.contributions.of(model.blocks.places(asked), len(asked))
    np.negative(worth, out=worth, where=~keep)
    features = _strongest(worth)
    values = _values(judgement, features, chosen)
    is_alone = np.bincount(judgement.alike)[judgement.alike[chosen]] == 1
    is_other = _OF_LOOK[features] & is_alone[:, None]
    if not _is_measured_from_title(judgement):
        is_other |= _IS_OF_TITLE[features]
    is_other |= _TO_PLACE[features] & (values == 0) & (judgement.matrix[features - 1, chosen[:, None]] == 0)
    told = _told(np.where(is_other, features + len(_NAMES), features), values)
    _tell_names(judgement, told, features, chosen, keep)
    columns = (told[reason::REASON_COUNT] for reason in range(REASON_COUNT))
    sentences = map("".join, zip(_openings(judgement, verdicts, rows), *columns, strict=True))
    numbers = _numbers(judgement, features, values)
    for row, told_row in zip(rows, numbers, strict=True):
        if verdicts.rule[row].startswith(_AFTER):
            told_row["threshold"] = round(judgement.decision.after, 4)
    return list(map(Explanation, sentences, numbers))


def _is_measured_from_title(judgement: Judgement) -> bool:
    """Whether the measures are relative to the block that shows the title, not to the site's name (`site_name.py`)."""
    row = judgement.title_row
    return row >= 0 and judgement.matrix[_TO_TITLE, row] == 0


def _values(judgement: Judgement, features: Features, rows: Features) -> Array:
    """The features of each row for readers: numbers instead of logarithms, ABSENT without a heading or title."""
    matrix = judgement.matrix
    values = matrix[features, rows[:, None]].astype(float)
    is_logarithm = _LOGARITHMIC[features]
    sizes = np.copysign(np.expm1(np.where(is_logarithm, abs(values), 0)), values).round()
    values = np.where(is_logarithm, sizes, values.round(3)) + 0.0  # no -0: it equals 0 but reads differently
    values += features == _DEPTH  # the features count the elements around the container, paths also the container
    _set_shares(judgement, values, features, rows)
    headings = matrix[_HEADING].nonzero()[0]
    first, last = (headings[0], headings[-1]) if len(headings) else (matrix.shape[1], -1)
    values[(features == _SINCE_HEADING) & (rows < first)[:, None]] = ABSENT
    values[(features == _TO_HEADING) & (rows > last)[:, None]] = ABSENT
    if not matrix[_TITLE_FOUND, 0]:
        of_title = _IS_OF_TITLE[features]
        values[of_title] = ABSENT
        features[of_title & (of_title.cumsum(1) > 1)] = _NONE  # said once
    return values


def _set_shares(judgement: Judgement, values: Array, features: Features, rows: Features) -> None:
    """Set the shares of capitals among letters and of digits among characters; as features they count one more, so
    that short texts have lower shares."""
    is_share = (features == _CAPITALS) | (features == _DIGITS)
    places = is_share.any(1).nonzero()[0]
    if len(places):
        texts = [judgement.blocks.text[row] for row in rows[places].tolist()]
        counts = class_counts(texts, judgement.model.classes)
        letters, chars = counts[:, UPPER] + counts[:, LOWER], counts.sum(1) - counts[:, SPACE]
        for feature, count, total in ((_CAPITALS, counts[:, UPPER], letters), (_DIGITS, counts[:, DIGIT], chars)):
            shares = (count / np.maximum(total, 1)).round(3)
            values[places] = np.where(features[places] == feature, shares[:, None], values[places])


def _strongest(worth: npt.NDArray[np.float32]) -> Features:
    """For each row (column of `worth`) the features that count most for its verdict; _NONE where there are no more.

    Of the features about names only the strongest may be among them, since nearly all name the same element.
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
    """Rule, score and threshold of each row in words; with two digits, or more where a lower score would look equal.
    A rule for a box tells which element that is.

    If the block by itself would be on the other side of the threshold, that is the first reason.
    """
    decision, rule = judgement.decision, verdicts.rule
    words = {name: (f"{_RULES.get(name, '')}score ", decision.threshold) for name in {rule[row] for row in rows}}
    for name in words:
        if name.startswith(_AFTER):
            words[name] = ("after the article's text more is asked: score ", decision.after)
    if "no text" in words:
        mean = told_apart(mean_chance(judgement.words, judgement.chances), PLAIN)
        words["no text"] = (words["no text"][0].format(*mean), decision.threshold)
    limits = {limit: f"{limit:.2f}" for _, limit in words.values()}
    for row, alone in zip(rows, judgement.alone.take(rows).tolist(), strict=True):
        opening, limit = words[rule[row]]
        if row in judgement.boxes and not verdicts.keep[row]:
            opening = opening.replace(": ", f" ({_selector(judgement.blocks.elements, judgement.boxes[row])}): ", 1)
        score, needed = f"{verdicts.score[row]:.2f}", limits[limit]
        if is_over := verdicts.score[row] >= limit:
            told = f"{opening}{score} >= {needed}"
        else:
            if score == needed:
                score, needed = told_apart(verdicts.score[row], limit, 4)
            told = f"{opening}{score} < {needed}"
        if is_over != (alone >= limit):
            way = "up" if is_over else "down"
            told += f"; {told_apart(alone, limit)[0]} by itself, drawn {way} by blocks marked up like it"
        yield told


def _selector(elements: Elements, element: int) -> str:
    """An element with all its names and its role, as in style sheets: `div#filters.modal.fade[role=dialog]`."""
    attributes = elements.attributes[element]
    names = [f"#{name}" for name in (attributes.get("id") or "").split()]
    names += [f".{name}" for name in (attributes.get("class") or "").split()]
    told = "".join([elements.tag[element], *names])
    role = f"[role={attributes['role']}]" if attributes.get("role") else ""
    return f"{told if len(told) <= MAX_SELECTOR else f'{told[:MAX_SELECTOR]}...'}{role[:MAX_SELECTOR]}"


def _numbers(judgement: Judgement, features: Features, values: Array) -> list[Told]:
    """The threshold, the focus, and the strongest features of each row that have a value."""
    threshold, focus = round(judgement.decision.threshold, 4), "article" if judgement.is_article else "page"
    names = [map(_NAMES.__getitem__, column) for column in features.T.tolist()]
    found = [
        Told({"threshold": threshold, "focus": focus, a: x, b: y, c: z})
        for a, b, c, x, y, z in zip(*names, *values.T.tolist(), strict=True)
    ]
    is_void = (features == _NONE) | (values == ABSENT)
    for row, feature in zip(is_void.nonzero()[0].tolist(), features[is_void].tolist(), strict=True):
        found[row].pop(_NAMES[feature], None)
    return found


def _told(features: Features, values: Array) -> list[str]:
    """The phrase of each feature, row after row; "" for names, and for none."""
    if len(_PHRASES) > MAX_REMEMBERED:
        _PHRASES.clear()
    shown = np.where(_IS_SILENT[features], 0, values)  # what is not said need not be remembered by its value
    return list(map(_PHRASES.__getitem__, zip(features.ravel().tolist(), shown.ravel().tolist(), strict=True)))


class _Phrases(dict[tuple[int, float], str]):
    """A feature (by its number) and its value in words. Most are used for many blocks."""

    def __missing__(self, measured: tuple[int, float]) -> str:
        feature, value = measured
        words = "" if _IS_SILENT[feature] else f"; {phrase(_TOLD_NAMES[feature], value)}"
        if feature >= len(_NAMES) and _IS_OF_TITLE[feature - len(_NAMES)]:
            words = of_unsure_title(words)
        self[measured] = words
        return words


_PHRASES = _Phrases()


def _tell_names(
    judgement: Judgement, told: list[str], features: Features, rows: Features, keep: npt.NDArray[np.bool_]
) -> None:
    """Say which element and which name it is, where a feature is about names: of this block, or of one beside it."""
    container = judgement.blocks.container
    places = _TELLS_NAMES[features].ravel().nonzero()[0]
    beside = _NAMES_BESIDE[features.ravel()[places]]
    named = rows[places // REASON_COUNT] + beside
    is_there = (named >= 0) & (named < len(container))
    is_kept = keep[places // REASON_COUNT]
    for sign, is_mine in ((1, is_kept & is_there), (-1, ~is_kept & is_there)):
        if is_mine.any():
            containers = [container[row] for row in named[is_mine].tolist()]
            said = NamesAround(judgement, sign).said(containers)
            for place, inner in zip(places[is_mine].tolist(), containers, strict=True):
                told[place] = said[inner]
    is_beside = beside != 0
    for place, offset in zip(places[is_beside].tolist(), beside[is_beside].tolist(), strict=True):
        told[place] = of_block_beside(told[place], offset)
