"""Changed copies of the training pages of the learned default: bare, old, short and crowded ones.

Gold sets consist of rich pages with long articles. The web also has bare pages, news in brief, and articles that are
the smallest part of their page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, compress
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cleanweb.measures.characters import FINAL, PAUSE, class_table
from cleanweb.measures.page_measures import block_words
from cleanweb.page import Blocks
from cleanweb.train.alignment import tokens
from cleanweb.train.augment import BODY, as_layout_tables, beginning, content_element, cropped, lifted, with_part
from cleanweb.train.learned_pages import TrainingPage, block_weights, fold_of, number_of

COPY_WEIGHT = 0.5  # of a changed copy; ours, from a study on all gold sets together
# Sets of less weight than this, as a share of the largest weight, are not copied. Such a set is there for rare kinds of
# pages, and does not show how the web's pages look without names. Ours: with copies of debian-docs (weight .15) Ave on
# CleanEval, in view, falls from 80.8 to 80.2: menus of old pages without names are kept like documentation's lists.
MIN_COPIED_SHARE = 0.3

# Words of the article that a shortened copy keeps, one of these for each page; ours, lengths of news in brief.
SHORT_ARTICLES = (30, 60, 100, 160)
MIN_LONGER = 1.5  # an article is shortened only if it has this many times those words

# Kinds of pages (WCXB's names) that are lists of other pages, and how many in a hundred pages of the other kinds get a
# copy with such a list inserted. All ours, on two left-out folds: without such copies the sum of F1 over five sets is
# .01 to .02 less.
LISTS = ("collection", "listing")
CROWDED = {"article": 30, "documentation": 50, "forum": 50, "product": 50, "service": 50}
MIN_LIST_BLOCKS = 8
MIN_LIST_WORDS = 60
# The list has one to six times as many words as the page's text, in steps of equal ratio.
MOST_CROWDED = 6
CROWD_STEPS = 7
MAX_LIFT = 2  # levels above the text at which the list is inserted

UNPUNCTUATED_ONE_IN = 16  # pages; ours

# One page in ten of these kinds gets a copy with about one of these numbers of words.
LONG = ("article", "documentation")
LONG_ONE_IN = 10
LONG_TEXTS = (8_000, 15_000, 30_000, 60_000)


def changed_copies(pages: Sequence[TrainingPage]) -> list[TrainingPage]:
    """Copies of seven pages in ten, chosen by a hash of their names: cropped, stripped, both, or in an old style.

    Pages that their set calls one article (`page_type`) are also copied under the convention of articles. Sets of
    little weight (MIN_COPIED_SHARE) are not copied.
    """
    copies = []
    least = MIN_COPIED_SHARE * max(page.set_weight for page in pages)
    for page in pages:
        if not page.can_be_copied or page.set_weight < least:
            continue
        choice = number_of(page.id) % 10
        if choice < 4:
            copies.append(_cropped(page, strip=choice < 3))
        elif choice == 4:
            copies.append(_copy(page, page.blocks.without_names()))
        elif choice < 7:
            copies.append(_copy(page, as_layout_tables(page.blocks)))
        if page.page_type == "article" and not page.is_article:
            copies.append(replace(_copy(page, page.blocks), is_article=True))
    return copies


def short_copies(pages: Sequence[TrainingPage]) -> list[TrainingPage]:
    """Copies of every second article page with only the beginning of the article, if it is long enough.

    Gold pages have long articles; the web has news in brief among teasers of other articles. Ours, F1 on two left-out
    folds: such copies +.04 to +.10, readability +.020; copies of all pages would cost newspaper4k-articles .003.
    """
    copies: list[TrainingPage] = []
    for page in pages:
        choice = number_of(f"short {page.id}")
        is_article = page.page_type == "article" or page.is_article
        if is_article and choice % 2 and page.can_be_copied:
            copies.extend(_cut_short(page, SHORT_ARTICLES[choice // 2 % len(SHORT_ARTICLES)]))
    return copies


def _cut_short(page: TrainingPage, budget: int) -> Iterator[TrainingPage]:
    words = block_words(page.blocks.text)
    if float((words * page.keep).sum()) < MIN_LONGER * budget:
        return
    rows = beginning(page.keep.tolist(), words.tolist(), budget)
    yield _with_text_of(page, page.blocks.select(rows), page.keep[rows], page.weights[rows] > 0)


def _with_text_of(
    page: TrainingPage, blocks: Blocks, keep: npt.NDArray[np.bool_], is_known: npt.NDArray[np.bool_]
) -> TrainingPage:
    """The page with other blocks; its gold text becomes the text of those to keep."""
    gold = "\n".join(compress(blocks.text, keep))
    weights = block_weights(blocks, len(tokens(gold)), page.set_weight * COPY_WEIGHT) * is_known
    return replace(page, blocks=blocks, keep=keep, weights=weights, gold=gold, is_copy=True)


def _cropped(page: TrainingPage, strip: bool) -> TrainingPage:
    element = content_of(page)
    if element <= BODY:
        return _copy(page, page.blocks.without_names())
    blocks, rows = cropped(page.blocks, element)
    return _copy(page, blocks.without_names() if strip else blocks, slice(rows.start, rows.stop))


def _copy(page: TrainingPage, blocks: Blocks, rows: slice = slice(None)) -> TrainingPage:
    weights = page.weights[rows] * np.float32(COPY_WEIGHT)
    return replace(page, blocks=blocks, keep=page.keep[rows], weights=weights, is_copy=True)


def unpunctuated_copies(pages: Sequence[TrainingPage]) -> list[TrainingPage]:
    """Copies of some pages without full stops, commas and the like, as in Thai and in transcripts.

    Otherwise a long text without punctuation is taken for data or a list of words (`learned_foreign.py`). Ours, F1 on
    two left-out folds of wcxb-dev without punctuation: .882 without either kind of copies, .877 with foreign copies,
    .888 with both.
    """
    signs = np.flatnonzero(np.isin(class_table(), (FINAL, PAUSE)))
    without = dict.fromkeys(signs.tolist(), " ")
    copies = []
    for page in pages:
        is_chosen = number_of(f"signs {page.id}") % UNPUNCTUATED_ONE_IN == 0
        if is_chosen and page.can_be_copied:
            texts = [" ".join(text.translate(without).split()) or text for text in page.blocks.text]
            copies.append(_copy(page, replace(page.blocks, text=texts)))
    return copies


def crowded_copies(pages: Sequence[TrainingPage]) -> list[TrainingPage]:
    """Copies of pages with another site's list of pages inserted before or after their text, all of it to be removed.

    They teach the trees for blocks and for focus to find a short text among many teasers, which is rare in gold sets.
    """
    lists = contents_of(pages, _is_list)
    copies: list[TrainingPage] = []
    for page in pages:
        choice = number_of(f"crowd {page.id}{'s' * page.is_copy}")
        share = CROWDED.get("article" if page.is_article else page.page_type, 0)
        if choice % 100 < share and page.can_be_copied:
            copies.extend(_crowded(page, lists[fold_of(page.domain)], choice // 100))
    return copies


def content_of(page: TrainingPage) -> int:
    """The element that holds the content of a page, in terms of block weights; -1 if it has none."""
    return content_element(page.blocks, (page.weights * page.keep).tolist())


def contents_of(
    pages: Sequence[TrainingPage], is_wanted: Callable[[TrainingPage], bool]
) -> dict[int, list[tuple[TrainingPage, int]]]:
    """For each fold the wanted pages, with the element that holds their content.

    A page is given contents of its own fold only, so that nothing is learned from a left-out site.
    """
    found: dict[int, list[tuple[TrainingPage, int]]] = defaultdict(list)
    for page in pages:
        if is_wanted(page) and page.can_be_copied and not page.is_copy:
            element = content_of(page)
            if element > BODY:
                found[fold_of(page.domain)].append((page, element))
    return found


def _is_list(page: TrainingPage) -> bool:
    return page.page_type in LISTS and int(page.keep.sum()) >= MIN_LIST_BLOCKS


def _crowded(page: TrainingPage, lists: Sequence[tuple[TrainingPage, int]], choice: int) -> Iterator[TrainingPage]:
    blocks = page.blocks
    place = content_of(page)
    if place <= BODY or not lists:
        return
    choice, number = divmod(choice, len(lists))
    choice, step = divmod(choice, CROWD_STEPS)
    choice, lift = divmod(choice, MAX_LIFT + 1)
    other, element = lists[number]
    if other.domain == page.domain:
        return
    kept_words = float((block_words(blocks.text) * page.keep).sum())
    budget = max(kept_words * MOST_CROWDED ** (step / (CROWD_STEPS - 1)), MIN_LIST_WORDS)
    part = other.blocks.elements.rows(element)
    words = accumulate(block_words([other.blocks.text[row] for row in part]).tolist())
    count = 1 + sum(so_far < budget for so_far in words)
    place = lifted(blocks.elements, place, lift)
    yield with_removed(page, place, Part(other.blocks, element, part[:count]), is_after=choice % 3 > 0)


class Part(NamedTuple):
    """Blocks to insert into another page: the given rows of `blocks`, the first ones of `element`."""

    blocks: Blocks
    element: int
    rows: range


def with_removed(page: TrainingPage, place: int, part: Part, *, is_after: bool) -> TrainingPage:
    """A copy of the page with a part inserted before or after the element `place`, all of it to be removed."""
    blocks, rows = with_part(page.blocks, place, *part, is_after=is_after)
    new = block_weights(blocks, len(tokens(page.gold or "")), page.set_weight * COPY_WEIGHT)[rows.start : rows.stop]
    weights = page.weights * np.float32(1 if page.is_copy else COPY_WEIGHT)
    keep = np.insert(page.keep, rows.start, np.zeros(len(rows), bool))
    return replace(page, blocks=blocks, keep=keep, weights=np.insert(weights, rows.start, new), is_copy=True)


def long_copies(pages: Sequence[TrainingPage]) -> list[TrainingPage]:
    """Copies of pages whose text continues with the texts of others, up to the length of a book, all to be kept.

    Nearly all gold pages have fewer than ten thousand words; without such copies much of longer pages was removed for
    being far from the beginning. The other texts are of the page's own fold, so that nothing is learned from a left-out
    site.
    """
    texts = contents_of(pages, lambda page: page.is_article or page.page_type in LONG)
    copies: list[TrainingPage] = []
    for contents in texts.values():
        for page, element in contents:
            choice = number_of(f"long {page.id}")
            if choice % LONG_ONE_IN == 0:
                choice //= LONG_ONE_IN
                copies.append(_lengthened(page, element, contents, LONG_TEXTS[choice % len(LONG_TEXTS)], choice))
    return copies


def _lengthened(
    page: TrainingPage, content: int, others: Sequence[tuple[TrainingPage, int]], budget: int, choice: int
) -> TrainingPage:
    """The page with the contents of others, starting with number `choice`, after its last kept block."""
    blocks, keep, is_known = page.blocks, page.keep, page.weights > 0
    inside = blocks.elements.rows(content)
    last = blocks.container[inside.start + int(np.flatnonzero(keep[inside.start : inside.stop])[-1])]
    parent = blocks.elements.parent
    # If the content is inline, the containers of its blocks are around it: then it is the place itself.
    place = next((around for around in blocks.elements.ancestors(last) if parent[around] == content), content)
    count = float(block_words(blocks.text).sum())
    for number in range(len(others)):
        if count >= budget:
            break
        other, element = others[(choice + number) % len(others)]
        part = other.blocks.elements.rows(element)
        here = blocks.elements.close[place]  # the number of the new element
        blocks, rows = with_part(blocks, place, other.blocks, element, part, is_after=True)
        keep = np.insert(keep, rows.start, other.keep[part.start : part.stop])
        is_known = np.insert(is_known, rows.start, other.weights[part.start : part.stop] > 0)
        count += float(block_words([other.blocks.text[row] for row in part]).sum())
        place = here
    return _with_text_of(page, blocks, keep, is_known)
