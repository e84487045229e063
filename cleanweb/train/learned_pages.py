"""Training pages of the learned default: blocks, labels, weights, the gold's convention, the fold of the site."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from zlib import crc32

import numpy as np
import numpy.typing as npt

from cleanweb.decode import decode
from cleanweb.errors import UsageError
from cleanweb.files import is_folder, name_of
from cleanweb.measures.page_measures import block_words
from cleanweb.page import Blocks
from cleanweb.parse import parse
from cleanweb.segment.stated import MARK as STATED
from cleanweb.stage import Normalizer, Segmenter
from cleanweb.train.alignment import MIN_ALIGNED_SHARE, aligned_shares, tokens
from cleanweb.train.gold import GoldPage, gold_words_text, read_gold

FOLDS = 5
CONVENTIONS = ("page", "article")
_CONVENTION = re.compile(rf"(.*):({'|'.join(CONVENTIONS)})(?::([^:]*))?", re.DOTALL)
# Weights of a block of half the gold or more, and of the smallest. Ours, from a study on wcxb-dev in folds by site.
MAX_BLOCK_WEIGHT = 0.5
BASE_WEIGHT = 0.02
MIN_PART_CHARS = 31  # of a block that is part of a snippet; a shorter one may be there by chance; ours
MIN_GOLD_TOKENS = 20  # a smaller gold says little about its page: excluded from training, never from scoring; ours
# The blocks to keep have less than this share of the gold's tokens on 4 of 3,793 gold pages, which do not show their
# gold text; with the gold of the next page, on 94 of 100 (the others are mostly of sites that repeat a text). Ours.
MIN_FOUND_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Data:
    """A gold set as named on the command line: `DIR[:page|article[:WEIGHT]]`."""

    folder: Path
    is_article: bool
    weight: float

    @property
    def name(self) -> str:
        """The folder's name."""
        return name_of(self.folder)

    @classmethod
    def read(cls, text: str) -> Data:
        """Parse an entry. A colon that no convention follows is part of the folder's name, if there is such a folder.

        Raises UsageError for an empty name, an unknown convention or an invalid weight.
        """
        found = _CONVENTION.fullmatch(text)
        folder, convention, weight = found.groups() if found else (text, "", "")
        if not found and ":" in text and not is_folder(text):
            wrong = text.partition(":")[2]
            raise UsageError(f"{text}: expected DIR, DIR:page or DIR:article, found convention {wrong!r}")
        if not folder:
            raise UsageError("an input is an empty name; is a variable of the shell unset?")
        try:
            number = float(weight or 1)
        except ValueError:
            number = 0.0
        if not 0 < number < inf:
            raise UsageError(f"{text}: expected a number over 0 as weight, found {weight!r}")
        return cls(Path(folder), convention == "article", number)


@dataclass(frozen=True, slots=True)
class TrainingPage:
    """A labelled page; `keep` and `weights` have one value per block. `gold` is None if the set has snippets only."""

    id: str
    domain: str
    blocks: Blocks
    keep: npt.NDArray[np.bool_]
    weights: npt.NDArray[np.float32]
    is_article: bool
    gold: str | None
    page_type: str
    set_weight: float
    is_copy: bool = False

    @property
    def set_name(self) -> str:
        """The name of the page's gold set."""
        return self.id.partition("/")[0]

    @property
    def can_be_copied(self) -> bool:
        """Whether its gold is a text and its blocks have something to learn from."""
        return self.gold is not None and bool(self.weights.any())

    @property
    def has_foreign_gold(self) -> bool:
        """Whether next to nothing of its gold text is on the page, as when those of two pages were swapped."""
        if self.gold is None or not self.can_be_copied:
            return False
        found = sum(len(tokens(text)) for text, keep in zip(self.blocks.text, self.keep, strict=True) if keep)
        return found < MIN_FOUND_SHARE * len(tokens(self.gold))


def training_pages(data: Data, segment: Segmenter, normalize: Normalizer) -> Iterator[TrainingPage]:
    """The pages of a gold set that show any text, labelled."""
    for page in read_gold(data.folder):
        blocks = segment(parse(decode(page.html()).utf8), normalize)
        if not blocks.text or STATED in blocks.elements.mark:
            continue
        shares, gold_count = _labels(page, blocks)
        weights = block_weights(blocks, gold_count, data.weight) * (shares >= 0)
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


def block_weights(blocks: Blocks, gold_count: int, set_weight: float) -> npt.NDArray[np.float32]:
    """The weight of each block: its words as a share of the gold's tokens, limited, plus a base; times `set_weight`."""
    words = block_words(blocks.text)
    weights = (np.minimum(words / max(gold_count, 1), MAX_BLOCK_WEIGHT) + BASE_WEIGHT) * set_weight
    return np.asarray(weights, np.float32)


def _labels(page: GoldPage, blocks: Blocks) -> tuple[npt.NDArray[np.float32], int]:
    """Each block's aligned share (-1 if unknown), and the number of tokens that block sizes are relative to."""
    if page.gold is not None:
        gold = gold_words_text(page.gold)
        return np.array(aligned_shares(blocks.text, gold), np.float32), len(tokens(gold))
    texts = [" ".join(text.lower().split()) for text in blocks.text]
    wanted = [" ".join(snippet.lower().split()) for snippet in page.snippets_with]
    unwanted = [" ".join(snippet.lower().split()) for snippet in page.snippets_without]
    shares = [_snippet_share(text, wanted, unwanted) for text in texts]
    return np.array(shares, np.float32), sum(len(text.split()) for text in texts)


def _snippet_share(text: str, wanted: Sequence[str], unwanted: Sequence[str]) -> float:
    if any(snippet in text or (len(text) >= MIN_PART_CHARS and text in snippet) for snippet in wanted):
        return 1.0
    return 0.0 if any(snippet in text for snippet in unwanted) else -1.0


def fold_of(domain: str) -> int:
    """The fold of a site, one of FOLDS: pages of one site are never on both sides."""
    return number_of(domain) % FOLDS


def number_of(name: str) -> int:
    """A hash of a name, which may be a file name of any bytes: choices made by it are the same on every machine,
    whatever other pages there are."""
    return crc32(name.encode("utf-8", "backslashreplace"))
