"""Drop the blocks that repeat on many pages of their site, as counted over the whole corpus by `cleanweb sites build`.

It comes after another classifier (`--sites FILE` puts it there), sees what that one kept, and leaves the kinds alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from cleanweb.classify.kinds import kinds
from cleanweb.errors import UsageError
from cleanweb.page import Blocks, Explanation, Verdicts
from cleanweb.stage import Classifier, Segmenter, param, settings_of

if TYPE_CHECKING:
    from cleanweb.site_table import SiteTable

NO_SITE = "site not counted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sites:
    """Keep the blocks that do not repeat on many pages of their site; the score is the share of its pages with them.

    If the site is unknown or has no other page, every block is kept.

    >>> Sites()(Blocks.of([("body>p", "Boil water.")])).rule
    ['site not counted']
    """

    tells_kinds: ClassVar[bool] = False  # no rule of its own: in a chain the kinds of the classifier before stand
    loads: ClassVar[tuple[str, ...]] = ("numpy",)  # on first use

    file: str = param("", "counts of blocks made by `cleanweb sites build`; --sites sets this, too")
    min_pages: int = param(
        5,
        "pages of the site that must have a block for it to be dropped",
        source="ours: best of 2 to 20 on daniel's 15 sites of 10 pages or more, by bag F1: cleanweb .930, "
        "without counts .922",
    )
    min_share: float = param(
        0.1,
        "share of the site's pages that must have a block for it to be dropped",
        source="ours: on the same pages, .05 to .2 are equal for cleanweb and justext",
    )
    page: str = param("", "name of the page, which tells its site; a run sets it for every page")

    def __post_init__(self) -> None:
        """An unreadable file is an error now, not on every page."""
        if self.file:
            self._table()

    def check(self, segmenter: Segmenter) -> None:
        """Raises UsageError if there are no counts, or if the blocks were counted with another segmenter or other
        parameters: otherwise little or nothing would be dropped, silently."""
        if not self.file:
            raise UsageError(
                "classifier sites: without sites.file it keeps everything; expected --sites FILE with the counts from "
                "`cleanweb sites build`"
            )
        if differing := self._table().differs_by(settings_of(segmenter)):
            counted, asked = differing
            raise UsageError(
                f"{self.file}: its blocks were counted with {counted}, but would now be made with {asked}; expected "
                "the --system and the segmenter of `cleanweb sites build`"
            )

    def __call__(self, blocks: Blocks) -> Verdicts:
        """One look-up for each block."""
        counts, pages = self._counts(blocks)
        if not pages:
            return Verdicts([True] * len(blocks), kinds(blocks), [NO_SITE] * len(blocks), [0.0] * len(blocks))
        shares = [count / pages for count in counts]
        keep = [count < self.min_pages or share < self.min_share for count, share in zip(counts, shares, strict=True)]
        rules = ["not repeated" if kept else "repeated on the site" for kept in keep]
        return Verdicts(keep, kinds(blocks), rules, shares)

    def _counts(self, blocks: Blocks) -> tuple[list[int], int]:
        """On how many pages of the site each block stands (0 for one), and how many pages it has (0 if unknown)."""
        if not self.file:
            return [], 0
        from cleanweb.site_table import block_keys  # noqa: PLC0415  (loads numpy; not for `--help`)

        table = self._table()
        site = table.site(self.page, blocks)
        if not site:
            return [], 0
        pages, *counts = table.counts([site, *block_keys(site, blocks.text)])
        return counts, pages

    def _table(self) -> SiteTable:
        from cleanweb.site_table import open_table  # noqa: PLC0415  (as above)

        return open_table(Path(self.file))

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:  # noqa: ARG002  (the protocol's signature)
        """On how many pages the block stands."""
        counts, pages = self._counts(blocks)
        if not pages:
            hint = "" if self.page else "; -p sites.page=NAME says which page this is"
            return [Explanation(f"its site is not known, or no other page of it was counted{hint}") for _ in rows]
        return [
            Explanation(
                f"it stands on {counts[row] or 'one'} of the {pages} pages of its site",
                {"pages_with_block": counts[row] or 1, "site_pages": pages},
            )
            for row in rows
        ]


STAGE: type[Classifier] = Sites
