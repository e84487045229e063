"""What the learned default keeps of a page, given the chances of its blocks: agreement, threshold, end, title."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cleanweb.measures.page_measures import PageMeasures
from cleanweb.measures.sums import element_of_most
from cleanweb.models.boosted_trees import sigmoid

Array = npt.NDArray[Any]

# Less likely text is kept only by the guard, which is then named as the rule. Ours.
FLOOR = 0.1

# Blocks of one look mostly share one fate. Ours: on left-out sites readability rises from .940 to .943,
# newspaper4k-articles by .001; cleaneval, in view, by .002.
LOOK_SHARE = 0.6
MIN_ALIKE = 3
CLIP = 1e-4  # chances this near to 0 or 1 and nearer count as this, since the log odds of these are infinite; ours

# An article is mostly one region of its page, the element of highest gain: chances above EVEN count for an element,
# those below against it. After the last text of a region that ends below the page's title, a block needs a higher
# chance: other articles and comments begin there. Where the model is sure of nothing, slightly less likely text is no
# other region, so both limits are at most a share of the mean chance of the expected words. What looks like the
# region's text is no other region either: the posts of a forum. Ours, by left-out models: without the higher limit
# wcxb-dev gains .002, but daniel, in view, loses .005 by the teasers of one site. The cost: on pages that do not show
# their title, more of what stands at the end stays (a consent dialog: word F1 .803 to .784).
EVEN = 0.4
EVEN_SHARE = 0.9
AFTER = 0.5
AFTER_SHARE = 1.15
# If more likely words than this come after it, they are the page's own text: no teasers are so long. Ours: readability
# rises from .941 to .947 on left-out sites; 1,500 to 3,000 are alike.
MAX_WORDS_AFTER = 1500

# The less a page is an article (by the log odds that it is one), the more of it is content: the threshold of highest
# expected F counts a missed word as exp(-LEAN * log_odds) wrong ones. Ours, by left-out models: wcxb-dev +.0012,
# newspaper4k-articles +.0026. On pages below MIN_LEAN_WORDS the odds know too little.
# The cost: of 500 search words at the end of 17 short pages, more stay (word F1 .704 to .643).
LEAN = 0.25
MIN_LEAN_WORDS = 200

# A short page has no text if the mean chance of the expected words is below PLAIN, and so is that of each block of
# FEW_WORDS or more: it is an error page, a menu, the shell of a page that a script fills. Ours: of 452 gold pages so
# short, judged by left-out models, this empties 12, all of fewer than 200 words; the golds of 9 are empty (word F1:
# wcxb-dev +.0040). Of pages of 200 to 400 words it would empty one or two, none of them rightly. Of texts cut to 15, 40
# and 100 words 2.8, .9 and .3 % go; by the mean alone 10.6, 4.4 and 2.8 % would.
PLAIN = 0.5
FEW_WORDS = 5
MAX_SHELL_WORDS = 200
# Shorter pages keep their text: no gold so short is trained on, and whoever cleans "Hello world" wants to keep it.
MIN_SHELL_WORDS = 20

# A block counts for up to this many words even if all others of the page have fewer: those are hardly its text. Ours.
ALONE_WORDS = 100


class Shape(NamedTuple):
    """What the decision needs besides chances: the blocks' words and looks, the elements' spans, the title."""

    words: Array
    alike: Array  # the number of each block's look, from 0 on
    first: Array
    end: Array
    title_row: int  # -1 where the page does not show its title


class Decision(NamedTuple):
    """Which blocks are kept, and by what."""

    keep: npt.NDArray[np.bool_]
    threshold: float  # the chance that a block needs
    after: float  # the chance that it needs after an article's text
    after_share: float  # the words left out after the text, as a share of those kept
    is_guarded: bool  # nothing but perhaps the title would have been kept otherwise
    adds_title: bool = False  # the title is kept only because its text is


def shape_of(page: PageMeasures) -> Shape:
    """The shape of a measured page."""
    return Shape(page.words, page.alike, page.first, page.end, page.shown_title)


def agreed(page: Shape, chances: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The chances; those of MIN_ALIKE or more blocks of one look are drawn (in log odds) to their mean by words."""
    counts = np.bincount(page.alike)
    means = np.bincount(page.alike, page.words * chances) / np.bincount(page.alike, page.words)
    own, common = (np.log(odds / (1 - odds)) for odds in (_clipped(chances), _clipped(means)))
    drawn: npt.NDArray[np.float32] = sigmoid(own + LOOK_SHARE * (common[page.alike] - own)).astype(np.float32)
    return np.where(counts[page.alike] >= MIN_ALIKE, drawn, chances)


def _clipped(chances: Array) -> Array:
    return chances.clip(CLIP, 1 - CLIP)


def decide(page: Shape, chances: npt.NDArray[np.float32], is_article: bool, log_odds: float = 0.0) -> Decision:
    """What is kept of a page, given the chances of its blocks and the log odds that it is one article.

    The page's title stays with its text, whatever its own chance: golds differ, but readers miss it (ours; on left-out
    sites it costs newspaper4k-articles, whose golds leave titles out, .0075 of word F1; it brings daniel, in view,
    .0147).
    """
    words = _bounded(page.words)
    if page.words.sum() < MIN_LEAN_WORDS:
        log_odds = 0.0
    missed = float(np.exp(-LEAN * log_odds))
    threshold, _ = page_threshold(chances, words, missed)
    mean = mean_chance(words, chances)
    after = min(AFTER, AFTER_SHARE * mean)
    likely: npt.NDArray[np.bool_] = chances >= threshold
    keep = likely.copy()
    if is_article:
        text = likely & in_region(page, chances, min(EVEN, EVEN_SHARE * mean))
        looks_like_text = np.bincount(page.alike, text)[page.alike] > 0
        keep &= ~_is_after(page, text) | looks_like_text | (chances >= after)
    words_after = float(page.words[likely & ~keep].sum())
    after_share = words_after / max(float(page.words[keep].sum()), 1.0)
    if words_after > MAX_WORDS_AFTER:
        keep = likely
    rest = np.arange(len(chances)) != page.title_row
    rest |= not rest.any()  # the title is all that the page has
    is_guarded = not keep[rest].any()
    if is_guarded:
        keep |= rest & (chances >= page_threshold(chances[rest], words[rest], missed)[1])
    title = page.title_row
    adds_title = bool(title >= 0 and not keep[title] and keep[title:].any())
    if adds_title:
        keep[title] = True
    return Decision(keep, threshold, after, after_share, is_guarded, adds_title)


def _is_after(page: Shape, text: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Whether each block is after an article's text; none is unless the page's title is above the end of that text."""
    likely = text.nonzero()[0]
    last = likely[-1] if len(likely) else -1
    return np.arange(len(text)) > (last if 0 <= page.title_row <= last else len(text))


def lacks_text(words: Array, chances: npt.NDArray[np.float32]) -> bool:
    """Whether a page, by the words and chances of its blocks, is short and has nothing that is plainly text."""
    is_plain = (chances >= PLAIN) & (words >= FEW_WORDS)
    if not MIN_SHELL_WORDS <= words.sum() < MAX_SHELL_WORDS or is_plain.any():
        return False
    return mean_chance(words, chances) < PLAIN


def mean_chance(words: Array, chances: npt.NDArray[np.float32]) -> float:
    """The mean chance of the words expected to be text, from the words and chances of blocks."""
    expected = words * chances
    return float((expected * chances).sum() / expected.sum())


def in_region(page: Shape, chances: npt.NDArray[np.float32], even: float) -> npt.NDArray[np.bool_]:
    """Whether each block lies in the element whose words are most clearly content: chances above `even` count for it,
    those below against it."""
    best = element_of_most(page.words * (chances - even), page.first, page.end)
    place = np.arange(len(chances))
    inside: npt.NDArray[np.bool_] = (place >= page.first[best]) & (place < page.end[best])
    return inside


def page_threshold(chances: npt.NDArray[np.float32], words: Array, missed: float) -> tuple[float, float]:
    """The threshold of a page, and the one of highest expected F if each block is content by its own chance.

    F counts a missed word as `missed` wrong ones: 1 gives F1, beta squared F-beta. The two differ only where nothing is
    likelier than FLOOR. Drawing thresholds towards a common one is no better on any set (ours).
    """
    order = (-chances).argsort(kind="stable")
    weighed = words[order]
    expected = (weighed * chances[order]).cumsum(0)
    last = int((expected / (weighed.cumsum(0) + missed * expected[-1])).argmax())
    around = chances[order[last : last + 2]]
    own = float(around.sum() / len(around))  # halfway to the chance of the next block
    return max(own, FLOOR), own


def _bounded(words: Array) -> Array:
    """The words of each block, at most as many as all others have together, or ALONE_WORDS if that is more.

    The expected F1 is computed from expected numbers of words: otherwise a block with nearly all of a page's words,
    such as words for search engines, would be kept however unlikely it is.
    """
    bounded: Array = np.minimum(words, np.maximum(words.sum() - words, ALONE_WORDS))
    return bounded
