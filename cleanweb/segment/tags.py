"""What each element is to a segmenter: what separates blocks, what carries none of the page's text.

Also the names of headings, cells, lists and items, for everything that asks for them.
"""

from functools import lru_cache
from typing import Final

# Codes of elements. `walk.py` depends on their order: its loop handles those up to STRUCTURE, BOLD to TIME are other
# inline ones that make seams, and from RAW on come those whose borders end the running block.
TEXT: Final = 0  # a text node
INLINE: Final = 1  # part of the running text; unknown elements too
LINK: Final = 2
BLOCK: Final = 3
STRUCTURE: Final = 4  # a part of a table or list: recorded even where it is empty
SKIP: Final = 5  # no text of the page inside: comments, scripts, drawings
LEFT_OUT: Final = 6  # as SKIP, but its elements are numbered: only tags asked for
BOLD: Final = 7
TEMPLATE: Final = 8  # part of the running text where it declares a shadow root or is never closed, nothing otherwise
FORMULA: Final = 9  # part of the running text, unless it repeats what stands beside it
APART: Final = 10  # a number or a cell of a formula, a control or its label: no part of the word or number before it
TIME: Final = 11  # part of the running text, and noted as a date
SUPERSCRIPT: Final = 12
SUBSCRIPT: Final = 13
HEAD: Final = 14  # says something of the page: title, meta, link, base
SCRIPT: Final = 15  # its text is a head record where it is JSON-LD, nothing otherwise
BREAK: Final = 16  # <br>
NOTED: Final = 17  # part of the running text, and recorded wherever it stands, even empty: only tags asked for
RAW: Final = 18  # its content is one text node, as scripting is on, and is parsed again
LINE_TEXT: Final = 19  # a text node for `LineWalk`, which has to see blank ones too
BORDER: Final = 20  # a block element for `LineWalk`, which has to see each border
LINE_STRUCTURE: Final = 21  # a part of a table or list for `LineWalk`
PREFORMATTED: Final = 22  # a block element whose blank lines are borders, where asked for
PROGRAM: Final = 23  # the same with a program in it: its blank lines separate nothing
PLAYER: Final = 24  # as SKIP, and a border
BUTTON: Final = 25  # a block element, or part of the sentence around it; only if seams are parted

# Recorded even where no block begins in them.
EMPTY_TOO: Final = frozenset({STRUCTURE, NOTED, LINE_STRUCTURE})

BASE: Final[dict[str | None, int]] = {
    None: SKIP,
    "-text": TEXT,
    "a": LINK,
    "b": BOLD,
    "big": BOLD,
    "strong": BOLD,
    "template": TEMPLATE,
    "iframe": TEMPLATE,
    "math": FORMULA,
    "mn": APART,
    "mtd": APART,
    "input": APART,
    "label": APART,
    "time": TIME,
    "sup": SUPERSCRIPT,
    "sub": SUBSCRIPT,
    "br": BREAK,
    "script": SCRIPT,
    "noscript": RAW,
    "noframes": RAW,
}
BASE.update(dict.fromkeys(("-comment", "-doctype", "-document", "-unknown", "-pi"), SKIP))
BASE.update(dict.fromkeys(("style", "svg", "noembed", "canvas", "datalist"), SKIP))
# What browsers show only if they can neither play sound and films nor draw bars (WHATWG HTML, sections 4.8 and 4.10).
BASE.update(dict.fromkeys(("audio", "video", "progress", "meter"), SKIP))
# What repeats a formula in another language.
BASE.update(dict.fromkeys(("annotation", "annotation-xml"), SKIP))
BASE.update(dict.fromkeys(("title", "meta", "link", "base"), HEAD))

# Elements that browsers lay out as blocks (WHATWG HTML, section 15.3: "display: block", the table and list types), and
# controls whose text never belongs to the sentence around them.
HTML_BLOCK_TAGS: Final = tuple(
    (
        "html head body address article aside blockquote center details dialog dir div figcaption figure footer form "
        "frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend listing main menu nav optgroup option p plaintext pre "
        "search section select summary xmp fieldset button textarea object audio video marquee"
    ).split()
)
PLAYER_TAGS: Final = ("audio", "video")
PREFORMATTED_TAGS: Final = frozenset({"pre", "listing", "xmp", "plaintext"})
READING_TAGS: Final = ("rt", "rp", "rtc")
STRUCTURE_TAGS: Final = tuple("table caption colgroup col thead tbody tfoot tr td th ul ol li dl dt dd".split())

WHOLE_TAGS: Final = frozenset({"html", "body"})  # around all of a page
HEADING_TAGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
CELL_TAGS: Final = frozenset({"td", "th"})
LIST_TAGS: Final = frozenset({"ul", "ol", "dl"})
ITEM_TAGS: Final = frozenset({"li", "dt", "dd"})


@lru_cache(maxsize=16)
def element_codes(
    block_tags: tuple[str, ...],
    noted_tags: tuple[str, ...] = (),
    preformatted_tags: frozenset[str] = frozenset(),
    left_out_tags: tuple[str, ...] = (),
) -> dict[str | None, int]:
    """The code of each tag, given the tags that separate blocks, in any case; tags not in the answer are INLINE.

    A tag of tables or lists that is in `block_tags` is STRUCTURE, an audio or video PLAYER; `noted_tags` are NOTED,
    `preformatted_tags` PREFORMATTED, `left_out_tags` LEFT_OUT.
    """
    codes = dict(BASE)
    codes.update(dict.fromkeys(map(str.lower, noted_tags), NOTED))
    for tag in map(str.lower, block_tags):
        if tag in PLAYER_TAGS:
            codes[tag] = PLAYER
        elif codes.get(tag) not in (SKIP, RAW, TEMPLATE):
            codes[tag] = STRUCTURE if tag in STRUCTURE_TAGS else BLOCK
    codes.update(dict.fromkeys(preformatted_tags, PREFORMATTED))
    codes.update(dict.fromkeys(left_out_tags, LEFT_OUT))
    return codes
