"""Blocks as browsers lay them out: text between the borders of block-level elements."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from cleanweb.errors import UsageError
from cleanweb.page import Blocks
from cleanweb.parse import Tree
from cleanweb.segment.repaired import repaired
from cleanweb.segment.stated import add_stated
from cleanweb.segment.tags import (
    APART,
    BASE,
    HTML_BLOCK_TAGS,
    INLINE,
    PREFORMATTED_TAGS,
    READING_TAGS,
    STRUCTURE_TAGS,
    element_codes,
)
from cleanweb.segment.walk import Walk
from cleanweb.segment.walks import BreakWalk
from cleanweb.stage import Normalizer, Segmenter, param


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockElements:
    """The text between block-level elements and, as chosen, between `<br>`; white space collapsed, as in browsers.

    Elements that hold text, and all parts of tables and lists, are recorded beside the blocks. There are no blocks for
    drawings (`svg`), for templates (except declared shadow roots), for annotations of formulas and formulas that are
    also written in plain elements (KaTeX), for the contents of `iframe` (unless it is never closed), `noembed`,
    `canvas`, `audio`, `video`, `progress`, `meter` and `datalist`, for attributes, nor for the quotation marks of `q`,
    which are the style sheet's.

    >>> from cleanweb.normalize.plain import Plain
    >>> from cleanweb.parse import parse
    >>> page = parse(b"<h1>Tea</h1>Boil <b>water</b>.<br>Wait.<br><br>Drink.")
    >>> BlockElements()(page, Plain()).text, BlockElements(br="every")(page, Plain()).text
    (['Tea', 'Boil water. Wait.', 'Drink.'], ['Tea', 'Boil water.', 'Wait.', 'Drink.'])
    """

    reads: ClassVar[Literal["tree"]] = "tree"

    block_tags: tuple[str, ...] = param(
        HTML_BLOCK_TAGS + STRUCTURE_TAGS,
        "elements whose borders separate blocks",
        source="WHATWG HTML, section 15.3 (rendering)",
    )
    br: str = param(
        "double",
        "what ends a block: two or more <br> in a row, every <br> unless the text continues in lower case, or each "
        "<br>",
        source="jusText, algorithm (double); ours (every), worth 1.6 of the official CleanEval score; Kitten, section "
        "3.3, the linear extraction (each)",
        choices=("double", "every", "each"),
    )
    noted_tags: tuple[str, ...] = param(
        (),
        "inline elements to record wherever they stand, even if empty, for stages that need them (abbr, img, input)",
    )
    supsub: str = param(
        "plain",
        "digits in <sup> and <sub>: leave them as they are (1002), or write them in Unicode (100²)",
        flag="--supsub",
        choices=("plain", "unicode"),
    )
    ruby: str = param(
        "keep",
        "readings above or beside ideographs (<rt>, <rp>): keep them in the line, or drop them",
        source="ours: one of 4,458 gold pages has them, and its gold does not",
        flag="--ruby",
        choices=("keep", "drop"),
    )
    seams: str = param(
        "glued",
        "words of inline elements that meet without a space, as in <a>Home</a><a>News</a>: leave them glued, or "
        "set them apart before a capital and between a letter and a digit. apart also separates sentences and "
        "phrases that end at an element's border, and text before a control or a note number, and keeps a button "
        "in its sentence",
        source="ours: of 1,720 such seams that four gold sets have in their texts, 1,696 are apart there",
        flag="--seams",
        choices=("glued", "apart"),
    )
    icons: str = param(
        "keep",
        "names of icons that a font draws in their place (star, local_offer), as with Material Symbols: keep them as "
        "words, or drop them amid text",
        source="ours: 29 of 4,458 gold pages have them, and no gold text",
        choices=("keep", "drop"),
    )
    preformatted: str = param(
        "running",
        "text of pre, listing, xmp and plaintext, as in letters and old pages: treat it as running text, or cut it "
        "into paragraphs at blank lines unless it is marked as code",
        choices=("running", "paragraphs"),
    )
    without_text: str = param(
        "as-is",
        "pages that show no text, or only a little in noscript: leave them as they are, or use the text that "
        "JSON-LD in the head states",
        choices=("as-is", "head"),
    )

    def __post_init__(self) -> None:
        """Raises UsageError for a tag to record that has another role: links would count as links no more."""
        if wrong := [tag for tag in self.noted_tags if BASE.get(tag.lower(), INLINE) not in (INLINE, APART)]:
            role = f"{wrong[0]!r} has a role of its own"
            raise UsageError(
                f"blocks.noted_tags: {role}; expected inline elements without one, like abbr, img or input"
            )

    def __call__(self, page: Tree, normalizer: Normalizer) -> Blocks:
        """The blocks of the parsed page, in document order."""
        blocks = self._segmented(page, normalizer)
        if self.without_text == "head":
            part = replace(page, source=b"")
            add_stated(blocks, lambda html: self._segmented(replace(part, root=page.fragment(html)), normalizer))
        return repaired(blocks, normalizer)

    def _segmented(self, page: Tree, normalizer: Normalizer) -> Blocks:
        preformatted_tags = PREFORMATTED_TAGS if self.preformatted == "paragraphs" else frozenset()
        left_out_tags = READING_TAGS if self.ruby == "drop" else ()
        codes = element_codes(self.block_tags, self.noted_tags, preformatted_tags, left_out_tags)
        walk_of = BreakWalk if self.br == "each" else Walk
        walk = walk_of(
            codes,
            normalizer,
            every_br=self.br == "every",
            raise_digits=self.supsub == "unicode",
            part_seams=self.seams == "apart",
            drop_icons=self.icons == "drop",
        )
        return walk.run(page)


STAGE: type[Segmenter] = BlockElements
