"""The features by which the learned default decides, in words for readers of logs and of `cleanweb explain`.

The first container is "the element around it" (the smallest with other blocks too), those further out are numbered;
blocks of one look are "marked up like it", if there are others. What is told of the way from the title to it includes
both. Link density is the share of characters inside links.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from cleanweb.wording import counted, plural

ABSENT = inf  # the value of a measure whose other end is not on the page: no heading before, no title

# In the names of measures: all blocks of a look, and a block whose look no other has.
SAME_LOOK = "blocks of the same look"
OWN_LOOK = "the only block of its look"

# What is said where the value is 0, and where it is not.
_YES_OR_NO = {
    "earlier copies": ("its text does not stand above it", "its text stands above it already"),
    "later copies": ("its text does not come again", "its text comes again below"),
    "in the best container": ("not in the most promising element", "in the most promising element"),
    "in the paragraphs' container": ("not in the element with most paragraphs", "in the element with most paragraphs"),
    "in the densest stretch": ("not in the densest stretch of text", "in the densest stretch of text"),
    "after the first heading": ("no h1 above it", "an h1, or below one"),
}

_TITLE = "the title"

# Words to a place, negative above it; and what is said of a block that is there.
_DISTANCES = {
    "words to the best container": ("the most promising element", "in the most promising element"),
    "words to the paragraphs' container": ("the element with most paragraphs", "in the element with most paragraphs"),
    "words to the densest stretch": ("the densest stretch of text", "in the densest stretch of text"),
    "words from the title": (_TITLE, "the page's title"),
}

# In the names of distances to an element or stretch; and for a block right below it, whose distance is 0 too.
TO_PLACE = "words to"
BELOW_PLACE = "no words to"

# Blocks so many places further on; and what is said where there is none.
_BLOCKS_BESIDE = {
    -2: ("the second block above", "no second block above it"),
    -1: ("the block above", "no block above it"),
    1: ("the block below", "no block below it"),
    2: ("the second block below", "no second block below it"),
}

INSIDE = "; inside "  # how what is said of the names around a block begins, if any tell
_AROUND_TITLE = f"the element around it and {_TITLE}"
NO_TITLE = "no title found on the page"
# What is said where the value is ABSENT; no other measures can be.
ABSENCES = {
    "words since a heading": "no heading above it",
    "words to the next heading": "no heading below it",
    "words from the title": NO_TITLE,
    "words of the container shared with the title": NO_TITLE,
    "its share of page words": NO_TITLE,
    "levels to the title": NO_TITLE,
    "link density up to the title": NO_TITLE,
    "text up to the title": NO_TITLE,
}


def _counted(unit: str) -> Callable[[float], str]:
    """`no words`, `1 word`, `2 words`; large numbers with commas."""
    return lambda value: counted(value, unit) if value else f"no {unit}s"


def _ratio(unit: str) -> Callable[[float], str]:
    """`0.05 commas a word`, or none."""
    return lambda value: f"{value:.2g} {plural(float(f'{value:.2g}'), unit)} a word" if value else f"no {unit}s"


_words = _counted("word")

_MEASURES: dict[str, Callable[[float], str]] = {
    "words": _words,
    "blocks": _counted("block"),
    "full stops": _counted("full stop"),
    "characters a word": "{:.1f} characters a word".format,
    "words a block": lambda value: f"{_words(value)} a block",
    "full stops a word": _ratio("full stop"),
    "commas a word": _ratio("comma"),
    "other signs a word": _ratio("other sign"),
    "links a word": _ratio("link"),
    "capitals share": "{:.0%} capitals".format,
    "digits share": "{:.0%} digits".format,
    "bold share": "{:.0%} bold".format,
    "link density": "link density {:.2f}".format,
    "share of page words": "{:.0%} of the page's words".format,
    "depth": lambda value: f"{counted(value, 'element')} deep",
    "heading level": lambda value: f"a heading of level {value:.0f}" if value else "no heading",
    "words before": lambda value: f"{_words(value)} of the page above it",
    "words after": lambda value: f"{_words(value)} of the page below it",
    "place in the page": "{:.0%} down the page".format,
    "words since a heading": lambda value: f"{_words(value)} below a heading" if value else "a heading",
    "words to the next heading": lambda value: f"{_words(value)} above a heading" if value else "a heading",
    f"number of {SAME_LOOK}": lambda value: f"{_other(value - 1)} marked up like it",
    f"spread of {SAME_LOOK}": lambda value: (
        f"blocks marked up like it {value:.1f} blocks apart" if value > 1 else "blocks marked up like it in a row"
    ),
    f"spread of {OWN_LOOK}": "the only block marked up this way".format,
    "words of the container shared with the title": lambda value: f"{_words(value)} in {_AROUND_TITLE}",
    "its share of page words": f"{{:.0%}} of the page's words in {_AROUND_TITLE}".format,
    "levels to the title": lambda value: (
        f"{_counted('level')(value)} of elements from the title" if value else "in the element around the title"
    ),
    "link density up to the title": "link density {:.2f} from the title to it".format,
    # Links aside, more or less than 8 words a block (`measures/title.py`).
    "text up to the title": lambda value: (
        f"{'much' if value > 0 else 'little'} plain text a block from the title to it"
    ),
}


def _other(count: float) -> str:
    return counted(count, "other block") if count >= 1 else "no other block"


_ORDINALS = ("", " second", " third", " fourth")
_PLACES = {
    "the block before": "the block above",
    "the block after": "the block below",
    SAME_LOOK: "blocks marked up like it",
    OWN_LOOK: "the only block marked up this way",
} | {f"container {level}": f"the{ordinal} element around it" for level, ordinal in enumerate(_ORDINALS, 1)}
_BLOCKS_AROUND = " blocks around"


def phrase(name: str, value: float) -> str:
    """A feature in words, from its name in `feature_names` and its value (for logarithms, the number itself).

    >>> phrase("words from the title", -326), phrase("link density of the block before", 0.5)
    ('326 words above the title', 'link density 0.50 in the block above')
    """
    if value == ABSENT:
        return ABSENCES[name]
    if name in _YES_OR_NO:
        return _YES_OR_NO[name][value > 0]
    if name.startswith(BELOW_PLACE):
        return f"right below {_DISTANCES[name.replace(BELOW_PLACE, TO_PLACE)][0]}"
    if name in _DISTANCES:
        place, there = _DISTANCES[name]
        return f"{_words(abs(value))} {'above' if value < 0 else 'below'} {place}" if value else there
    if name in _MEASURES:
        return _MEASURES[name](value)
    return _elsewhere(name, value)


def of_unsure_title(words: str) -> str:
    """The same of a title that the page does not surely show: some heading, or an entry of a menu.

    >>> of_unsure_title("326 words above the title"), of_unsure_title("the page's title")
    ('326 words above what may be the title', 'what may be the title')
    """
    return words.replace("the page's title", _TITLE).replace(_TITLE, f"what may be {_TITLE}")


def of_block_beside(words: str, offset: int) -> str:
    """What is said of the names around a block, said of those around the block so many places further on; "" where
    there is none.

    >>> of_block_beside("; inside ul.menu", 1), of_block_beside("; no telling names around it", -2)
    ('; the block below inside ul.menu', '; no telling names around the second block above')
    """
    block, absent = _BLOCKS_BESIDE[offset]
    if not words:
        return f"; {absent}"
    if words.startswith(INSIDE):
        return f"; {block} {words.removeprefix('; ')}"
    return words.replace("around it", f"around {block}")


def _elsewhere(name: str, value: float) -> str:
    """A measure of other blocks than this one."""
    measure, _, rest = name.partition(" of ")
    if measure == "share":  # "share of page words of container 1"
        measure, _, rest = name.rpartition(" of ")
    place = _PLACES.get(rest) or (f"{rest} it" if rest.endswith(_BLOCKS_AROUND) else "")
    if measure == "place in it" and place:
        return f"{value:.0%} down {place}"
    if measure not in _MEASURES or not place:
        return f"{name} {value:.4g}"
    if value < 0:  # beyond the page's ends
        return f"no block {'above' if rest == 'the block before' else 'below'} it"
    return f"{_MEASURES[measure](value)} in {place}"
