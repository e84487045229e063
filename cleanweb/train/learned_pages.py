"""Training pages of the learned default: blocks, labels, weights, the gold's convention, the fold of the site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from pathlib import Path
from zlib import crc32

import numpy as np
import numpy.typing as npt

from cleanweb.decode import decode
from cleanweb.errors import UsageError
from cleanweb.measures.characters import class_table
from cleanweb.measures.features import block_words
from cleanweb.page import Blocks
from cleanweb.parse import parse
from cleanweb.stage import Normalizer, Segmenter
from cleanweb.train.alignment import aligned_shares, tokens
from cleanweb.train.augment import as_layout_tables, beginning, content_element, cropped, without_names
from cleanweb.train.gold import GoldPage, gold_words_text, read_gold

CONVENTIONS = ("page", "article")
MIN_ALIGNED_SHARE = 0.5  # a block is kept when at least this share of its tokens is the gold's; ours, from the study
MAX_BLOCK_WEIGHT = 0.5  # of a block of half the gold or more; ours, from the study
BASE_WEIGHT = 0.02  # of the smallest block; ours, from the study
MIN_GOLD_TOKENS = 20  # a smaller gold says little of its page: left out of training, never out of scoring; ours
COPY_WEIGHT = 0.5  # of a changed copy; ours, from the study
# Words that a copy with a short article keeps of it, one of these for each page; ours, lengths of news in brief.
SHORT_ARTICLES = (30, 60, 100, 160)
MIN_LONGER = 1.5  # times as many words as that has an article that is worth to be cut


@dataclass(frozen=True, slots=True)
class Data:
    """A gold set as named on the command line: `DIR[:page|article[:WEIGHT]]`."""

    folder: Path
    is_article: float
    weight: float

    @classmethod
    def read(cls, text: str) -> Data:
        """Raises UsageError when the convention or the weight is not one."""
        folder, _, rest = text.partition(":")
        convention, _, weight = rest.partition(":")
        if convention and convention not in CONVENTIONS:
            raise UsageError(f"{text}: expected DIR, DIR:page or DIR:article, found convention {convention!r}")
        try:
            return cls(Path(folder), float(convention == "article"), float(weight or 1))
        except ValueError:
            raise UsageError(f"{text}: expected a number as weight, found {weight!r}") from None


@dataclass(frozen=True, slots=True)
class TrainingPage:
    """A labelled page; `keep` and `weights` have one value a block. `gold` is None where the set has snippets only."""

    id: str
    domain: str
    blocks: Blocks
    keep: npt.NDArray[np.bool_]
    weights: npt.NDArray[np.float32]
    is_article: float
    gold: str | None
    page_type: str
    set_weight: float
    is_copy: bool = False


def training_pages(data: Data, segment: Segmenter, normalize: Normalizer) -> Iterator[TrainingPage]:
    """The pages of a gold set that have any text, labelled."""
    for page in read_gold(data.folder):
        blocks = segment(parse(decode(page.html()).utf8), normalize)
        if not blocks.text:
            continue
        shares, gold_count = _labels(page, blocks)
        weights = _weights(blocks, gold_count, data.weight) * (shares >= 0)
        if page.gold is not None and gold_count < MIN_GOLD_TOKENS:
            weights = np.zeros_like(weights)
        yield TrainingPage(
            id=f"{page.set_name}/{page.id}",
            domain=page.domain,
            blocks=blocks,
            keep=shares >= MIN_ALIGNED_SHARE,
            weights=weights,
            is_article=data.is_article,
            gold=None if page.gold is None else gold_words_text(page.gold),
            page_type=str(page.meta.get("page_type")),
            set_weight=data.weight,
        )


def _weights(blocks: Blocks, gold_count: int, set_weight: float) -> npt.NDArray[np.float32]:
    """The weight of each block: its share of the gold's tokens, and a little for being one."""
    words = block_words(blocks.text, class_table())
    weights = (np.minimum(words / max(gold_count, 1), MAX_BLOCK_WEIGHT) + BASE_WEIGHT) * set_weight
    return np.asarray(weights, np.float32)


def _labels(page: GoldPage, blocks: Blocks) -> tuple[npt.NDArray[np.float32], int]:
    """Each block's aligned share (-1 where nothing is known), and the tokens against which its size counts."""
    if page.gold is not None:
        gold = gold_words_text(page.gold)
        return np.array(aligned_shares(blocks.text, gold), np.float32), len(tokens(gold))
    texts = [" ".join(text.lower().split()) for text in blocks.text]
    wanted = [" ".join(snippet.lower().split()) for snippet in page.snippets_with if snippet.strip()]
    unwanted = [" ".join(snippet.lower().split()) for snippet in page.snippets_without if snippet.strip()]
    shares = [_snippet_share(text, wanted, unwanted) for text in texts]
    return np.array(shares, np.float32), sum(len(text.split()) for text in texts)


def _snippet_share(text: str, wanted: Sequence[str], unwanted: Sequence[str]) -> float:
    if any(snippet in text or (len(text) > 30 and text in snippet) for snippet in wanted):
        return 1.0
    return 0.0 if any(snippet in text for snippet in unwanted) else -1.0


def changed_copies(pages: Sequence[TrainingPage]) -> list[TrainingPage]:
    """Copies of seven pages in ten, chosen by a hash of their names: cropped, stripped, both, or in an old style.

    Pages that are one article by their set's own word (`page_type`) are also copied under the convention of articles.
    """
    copies = []
    for page in pages:
        if page.gold is None or not page.weights.any():
            continue
        choice = crc32(page.id.encode()) % 10
        if choice < 4:
            copies.append(_cropped(page, strip=choice < 3))
        elif choice == 4:
            copies.append(_copy(page, without_names(page.blocks)))
        elif choice < 7:
            copies.append(_copy(page, as_layout_tables(page.blocks)))
        if page.page_type == "article" and not page.is_article:
            copies.append(replace(_copy(page, page.blocks), is_article=1.0))
    return copies


def short_copies(pages: Sequence[TrainingPage]) -> list[TrainingPage]:
    """Copies of every second page of one article, with but its beginning, where it is long enough.

    Gold pages have long articles, the web has news in brief between the teasers of others. Ours, F1 on two left-out
    folds: such copies +.04 to +.10, readability +.020, newspaper4k-articles -.001, wcxb-dev as before; copies of all
    pages cost .003 and .002 there, and brought the copies no more than .01.
    """
    copies: list[TrainingPage] = []
    for page in pages:
        choice = crc32(b"short " + page.id.encode())
        is_article = page.page_type == "article" or page.is_article
        if is_article and choice % 2 and page.gold is not None and page.weights.any():
            copies.extend(_cut_short(page, SHORT_ARTICLES[choice // 2 % len(SHORT_ARTICLES)]))
    return copies


def _cut_short(page: TrainingPage, budget: int) -> Iterator[TrainingPage]:
    words = block_words(page.blocks.text, class_table())
    if float((words * page.keep).sum()) < MIN_LONGER * budget:
        return
    rows = beginning(page.keep.tolist(), words.tolist(), budget)
    blocks, keep = page.blocks.select(rows), page.keep[rows]
    gold = "\n".join(compress(blocks.text, keep))
    weights = _weights(blocks, len(tokens(gold)), page.set_weight * COPY_WEIGHT) * (page.weights[rows] > 0)
    yield replace(page, blocks=blocks, keep=keep, weights=weights, gold=gold, is_copy=True)


def _cropped(page: TrainingPage, strip: bool) -> TrainingPage:
    element = content_element(page.blocks, (page.weights * page.keep).tolist())
    if element <= 1:
        return _copy(page, without_names(page.blocks))
    blocks, rows = cropped(page.blocks, element)
    return _copy(page, without_names(blocks) if strip else blocks, slice(rows.start, rows.stop))


def _copy(page: TrainingPage, blocks: Blocks, rows: slice = slice(None)) -> TrainingPage:
    weights = page.weights[rows] * np.float32(COPY_WEIGHT)
    return replace(page, blocks=blocks, keep=page.keep[rows], weights=weights, is_copy=True)


def fold_of(domain: str, folds: int) -> int:
    """The fold of a site: pages of one site are never on both sides."""
    return crc32(domain.encode()) % folds
