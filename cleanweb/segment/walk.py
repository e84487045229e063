"""The single walk over a page's tree that makes its blocks; the fast path of every system that reads the tree.

State lives in one object whose methods are small steps; `recording.py` records what they find. When an element begins,
the number of its tag is enough; its name and attributes, which take longer to read, are read when it ends, and only for
elements that stay: those that hold text, or are parts of tables and lists. The walk keeps its own stack, since pages
nest deeper than Python can recurse.
"""

from __future__ import annotations

import re
from typing import Final

from cleanweb.measures.letters import begins_in_lower_case
from cleanweb.normalize.repairs import is_unseen
from cleanweb.page import LINE_SEPARATOR, NO_ATTRIBUTES, Blocks
from cleanweb.parse import MAX_TAG_ID, Node, Tree, has_text, past_comments
from cleanweb.segment.icons import is_icon
from cleanweb.segment.notes import DEPTH, is_fraction, is_note
from cleanweb.segment.recording import Recording
from cleanweb.segment.seams import (
    are_apart,
    are_apart_beside,
    ends_label,
    is_before_short_word,
    is_first_letter,
)
from cleanweb.segment.tags import (
    APART,
    BLOCK,
    BOLD,
    BORDER,
    BREAK,
    BUTTON,
    EMPTY_TOO,
    FORMULA,
    HEAD,
    HEADING_TAGS,
    INLINE,
    LEFT_OUT,
    LINE_TEXT,
    LINK,
    NOTED,
    PLAYER,
    PREFORMATTED,
    PROGRAM,
    RAW,
    SCRIPT,
    SKIP,
    STRUCTURE,
    SUBSCRIPT,
    SUPERSCRIPT,
    TEMPLATE,
    TEXT,
    TIME,
)
from cleanweb.stage import Normalizer

# What lies between two texts: no border of an inline element; a beginning; an end; an end, then a beginning.
JOINED: Final = 0
OPENED: Final = 1
CLOSED: Final = 2
SEAM: Final = 3

# White space alone between two elements: it is not removed with a line break beside it (`line_breaks.py`).
OWN_SPACE: Final = "\v"

# Pieces of a split text looked at before an element: thousands may be joined, with an empty control after each. Ours:
# more than enough for a word.
MAX_PIECES: Final = 64
LABEL_CHUNKS: Final = 3  # pieces of text in which the end of a label is looked for, its colon the last; ours
LABEL_DEPTH: Final = 4  # levels from a label up to the heading or program around it; ours
NAMING_TAGS: Final = HEADING_TAGS | {"pre", "code", "kbd", "samp", "tt"}  # where a colon may be part of a name

_BLANK_LINES: Final = re.compile(r"\n\s*\n")
_GOES_ON: Final = frozenset(".,;:!?)")
_ITEM: Final = re.compile(r"\s*(?:[^\W\d_]|[ivx]{2,5})\)\s")  # "b) milk", "iii) milk"

_SUPERSCRIPTS: Final = str.maketrans("0123456789+-\u2212=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_SUBSCRIPTS: Final = str.maketrans("0123456789+-\u2212=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")


class Walk(Recording):
    """A walk in progress, used as `Walk(...).run(tree)` and for nothing else.

    `codes` says what each tag is (`tags.element_codes`). `every_br` makes each `<br>` a boundary unless the text goes
    on in lower case; otherwise two in a row are one. `raise_digits` writes `<sup>2</sup>` as `²`. `part_seams` puts a
    space where two inline elements meet without one and their words are plainly apart, or a sentence or word plainly
    ends at one. `drop_icons` takes the names of icons, which a font draws in their place, out of text. `normalizer`
    marks elements and repairs texts.
    """

    __slots__ = (
        "break_count", "code_of", "codes", "date_border", "drop_icons", "every_br", "indent", "lead_to_places",
        "number", "open_bolds", "open_links", "open_preformatted", "open_programs", "part_seams", "raise_digits",
        "split",
    )  # fmt: skip # names in rows, as in `Recording`

    def __init__(
        self,
        codes: dict[str | None, int],
        normalizer: Normalizer,
        *,
        every_br: bool,
        raise_digits: bool,
        part_seams: bool = False,
        drop_icons: bool = False,
    ) -> None:
        super().__init__(normalizer)
        self.codes = codes
        self.code_of: dict[int, int] = {}  # the codes of the page's tags, by `Node.tag_id`
        self.every_br = every_br
        self.raise_digits = raise_digits
        self.part_seams = part_seams
        self.drop_icons = drop_icons
        self.number = 0  # of the page's elements so far
        self.break_count = 0  # <br> since the last text
        self.open_links = 0
        self.open_bolds = 0
        self.open_preformatted = 0
        self.open_programs = 0  # of these, programs
        self.date_border = (0, 0)  # where a date began or ended last: number of blocks, and of chunks of the last block
        self.split = (0, 0, 0)  # a split text: number of blocks, its first chunk in the last block, and the end
        self.lead_to_places: dict[Node, bool] = {}  # the cache of `is_note`: which links lead to places
        self.indent = ""  # in preformatted text, blank text before the next block or after a <br>

    def run(self, tree: Tree) -> Blocks:
        """The blocks of the page. An unclosed `<title>` that swallowed the page is parsed again as the body's text.

        Only once: its own title is then closed or gone.
        """
        if tree.root is not None and tree.root.tag == "html":
            self.blocks.head.append(("html", tree.root.attributes, ""))
        self.walk(tree, tree.root)
        titles = [text for tag, _, text in self.blocks.head if tag == "title" and "<" in text]
        if titles and not self.containers and tree.has_open_title:
            self.walk(tree, tree.fragment(titles[-1]))
        self.finish_block()
        self.describe()
        return self.blocks

    def walk(self, tree: Tree, start: Node | None) -> None:  # noqa: PLR0912, PLR0915  (the hot loop)
        """Visit `start`, its later siblings, and all below them, in document order.

        Text, plain inline and block elements, links, and parts of tables and lists are most of a page: they are handled
        here, all else in `open_special` and `close_special`. An invisible text (a joiner, a zero-width space) begins no
        block: the block would begin before its first words, outside their link, and hold elements that are empty to
        readers.
        """
        if start is None:
            return
        node: Node = start
        code_of, name_of, nodes, codes, chunks = self.code_of, self.name_of, self.nodes, self.codes_open, self.chunks
        parents, orders, firsts, container_of = self.parents, self.orders, self.firsts, self.container_of
        tags, attributes, ends, closes = self.tags, self.attributes, self.ends, self.closes
        containers = self.containers
        number, row = self.number, self.row
        seam = JOINED
        while True:
            try:
                code = code_of[node.tag_id]
            except KeyError:
                code = self.learn_code(node)
            if code == TEXT:
                text = node.text_content or ""
                if self.open_preformatted:
                    self.row = row
                    self.add_preformatted(text)
                elif not (text.isspace() or ((self.break_count or not self.in_block) and is_unseen(text))):
                    if self.break_count:
                        self.go_on_after_break(text)
                    if not self.in_block:
                        self.row = row
                        self.begin()
                    elif seam and self.part_seams and (seam == SEAM or text[0].isalnum()) and self.is_apart(text, seam):
                        chunks.append(" ")
                    elif seam == JOINED and self.part_seams:
                        self.join_texts()
                    if seam & OPENED and self.drop_icons and text.islower() and is_icon(text, nodes):
                        self.icons.append(len(chunks))
                    chunks.append(text)
                    if self.open_links or self.open_bolds:
                        self.measure()
                elif self.in_block:
                    chunks.append(OWN_SPACE)
                seam = JOINED
            elif code <= STRUCTURE:
                number += 1
                if code >= BLOCK:
                    self.in_block = False
                child = node.first_child
                if child is not None:
                    nodes.append(node)
                    codes.append(code)
                    inner = len(parents)
                    container_of.append(inner if code >= BLOCK or row < 0 else container_of[row])
                    parents.append(row)
                    orders.append(number)
                    firsts.append(len(containers))
                    row = inner
                    if row >= len(tags):
                        self.make_room()
                    if seam == CLOSED:
                        seam = SEAM
                    elif seam == JOINED:
                        seam = OPENED
                    if code == LINK:
                        self.open_links += 1
                        self.is_link_begun = False
                    node = child
                    continue
                if code == STRUCTURE:
                    self.row = row
                    self.open_element(node, code, number)
                    self.close_element()
                elif seam == JOINED and self.is_border(node):
                    seam = CLOSED
            elif code == LEFT_OUT:
                number += self.count_elements(node)
            elif code > LEFT_OUT:
                if code not in (LINE_TEXT, PLAYER):
                    number += 1
                self.row = row
                child = self.open_special(tree, node, code, number)
                if child is not None:
                    row = self.row
                    if code <= TIME:
                        seam = SEAM if seam == CLOSED else seam or OPENED
                    node = child
                    continue
            following = node.next
            while following is None:
                if not nodes:
                    self.number, self.row = number, row
                    return
                node, code = nodes.pop(), codes.pop()
                if seam <= OPENED:
                    seam = CLOSED
                if code > STRUCTURE:
                    self.close_special(code, row)
                elif code >= BLOCK:
                    self.in_block = False
                elif code == LINK:
                    self.open_links -= 1
                if firsts[row] == len(containers) and row == len(parents) - 1 and code not in EMPTY_TOO:
                    row = parents.pop()  # no block began in it
                    orders.pop()
                    firsts.pop()
                    container_of.pop()
                else:
                    tags[row] = name_of.get(node.tag_id) or node.tag or ""
                    attributes[row] = node.attributes or NO_ATTRIBUTES
                    ends[row] = len(containers)
                    closes[row] = len(parents)
                    row = parents[row]
                following = node.next
            node = following

    def learn_code(self, node: Node) -> int:
        """The code of a tag met for the first time; cached by its number if that is the tag's in every document."""
        code = self.codes.get(node.tag, INLINE)
        if code == BLOCK and self.part_seams and node.tag == "button":
            code = BUTTON
        number = node.tag_id
        if number < MAX_TAG_ID:
            self.code_of[number] = code
            self.name_of[number] = node.tag or ""
        return code

    def count_elements(self, start: Node) -> int:
        """The number of elements with a number in this one, which is left out, and itself: other systems read it."""
        count, todo = 0, [start]
        while todo:
            node = todo.pop()
            if self.codes.get(node.tag, INLINE) not in (TEXT, SKIP):
                count += 1
                child = node.first_child
                while child is not None:
                    todo.append(child)
                    child = child.next
        return count

    def open_special(self, tree: Tree, node: Node, code: int, number: int) -> Node | None:
        """Begin an element that the loop does not handle; returns its first child, or None if the walk is not to go
        down."""
        child = tree.content(node, self.nodes[-2:]) if code in (TEMPLATE, RAW, FORMULA) else node.first_child
        code = self.code_here(node, code, child)
        if code >= RAW:
            self.flush()
            if code == PLAYER:
                return None
        elif code in (BREAK, SKIP):
            self.break_count += code == BREAK
            return None
        elif code in (HEAD, SCRIPT):
            self.add_head(node, code, child)
            return None
        elif self.raise_digits and code in (SUPERSCRIPT, SUBSCRIPT) and self.is_raised(child, code):
            return None
        elif code in (APART, TIME, SUPERSCRIPT):
            self.begin_noted(node, code, child)
        if child is None and code not in EMPTY_TOO:
            return None
        if code == PREFORMATTED and (within := past_comments(child)) is not None and within.tag == "code":
            code = PROGRAM
        self.open_element(node, code, number)
        if code == NOTED:
            self.hold_running_block()
        if child is None:
            self.close_special(code, self.row)
            self.close_element()
        elif code == BOLD:
            self.open_bolds += 1
        elif code in (PREFORMATTED, PROGRAM):
            self.open_preformatted += 1
            self.open_programs += code == PROGRAM
            self.indent = ""
        return child

    def code_here(self, node: Node, code: int, child: Node | None) -> int:
        """The code of an element that may be part of the sentence around it, by what it holds or by its place."""
        if code == RAW and self.part_seams and self.goes_on_after(node) and not has_text(child):
            return INLINE  # a picture for browsers without scripts
        if code == PLAYER and self.part_seams and self.goes_on_after(node):
            return SKIP
        return code if code != BUTTON else APART if self.is_amid(node) else BORDER

    def begin_noted(self, node: Node, code: int, child: Node | None) -> None:
        """Note a date with the number of its block, the running one or the next; set other elements apart.

        Setting apart is a space before the element: an APART one if a word or number would run into it, a superscript
        if it is the number of a note.
        """
        if code == TIME:
            said = past_comments(child)
            text = said.text_content if said is not None else None
            self.blocks.times.append((len(self.containers) - self.in_block, node.attributes, text or ""))
            self.date_border = (len(self.containers), len(self.chunks))
        elif self.part_seams and self.in_block:
            before = self.text_before()
            if code == SUPERSCRIPT:
                # Inside a link a number is part of its text: `90 m`, `2`.
                around = self.nodes[-DEPTH:] if self.begins_link() else ()
                is_apart = is_note(before, child, around, self.lead_to_places) or is_fraction(before, node)
            else:
                is_apart = before[-1:].isalnum()
            if is_apart:
                self.chunks.append(" ")

    def join_texts(self) -> None:
        """Join the next text with the last chunk: only a comment, `<wbr>` or the like is between them."""
        block, count = len(self.containers), len(self.chunks)
        if not self.chunks[-1].isspace():
            start = self.split[1] if (self.split[0], self.split[2]) == (block, count) else count - 1
            self.split = block, start, count + 1

    def text_before(self) -> str:
        """The text before this place: the last chunk, with those joined to it, at most MAX_PIECES in all."""
        block, start, end = self.split
        is_split = (block, end) == (len(self.containers), len(self.chunks))
        return "".join(self.chunks[max(start, end - MAX_PIECES) :]) if is_split else self.chunks[-1]

    def is_apart(self, text: str, seam: int) -> bool:
        """Whether a text is apart from the one before this seam; numbers are at the borders of a date."""
        before = self.text_before()
        if before == ":":
            return self.is_after_label(text)
        if self.date_border == (len(self.containers), len(self.chunks)) and before[-1].isdigit() and text[0].isdigit():
            return True
        if seam != SEAM:
            return are_apart_beside(before, text) or (is_before_short_word(before, text) and self.is_first_in_word())
        if not are_apart(before, text):
            return False
        # A lone letter, perhaps with a space, may be the first of the word after it, but not after other text without a
        # space (`Ctrl+`, `F`, `TAB`), nor before a link.
        return self.begins_link() or len(before) > 2 or not is_first_letter("".join(self.chunks[-2:]), text)

    def is_first_in_word(self) -> bool:
        """Whether the last chunk begins a word: white space or nothing is before it."""
        return len(self.chunks) < 2 or self.chunks[-2][-1:].isspace()

    def is_border(self, node: Node) -> bool:
        """Whether an empty element may part the texts beside it: a picture may, `<wbr>` never, others except after a
        letter.

        Within words editors leave `<span></span>` behind, and pages have anchors; addresses have `<wbr>`.
        """
        return node.tag == "img" or not (node.tag == "wbr" or (self.in_block and self.chunks[-1][-1:].isalpha()))

    def is_amid(self, node: Node) -> bool:
        """Whether a button is part of the sentence around it, which goes on after it: `Press OK to end.`

        Ours: eleven of 4,458 gold pages have such buttons; read, all are words of their sentences or lists.
        """
        return self.goes_on_after(node) and self.chunks[-1][-1:].isspace()

    def goes_on_after(self, node: Node) -> bool:
        """Whether the running sentence goes on in the text after this node."""
        if not self.in_block or self.break_count:
            return False
        following = past_comments(node.next)
        text = (following.text_content if following is not None else "") or ""
        return text[:1] in _GOES_ON if text[:1].strip() else begins_in_lower_case(text.lstrip())

    def is_after_label(self, text: str) -> bool:
        """Whether a colon in an element of its own ends a label before this text.

        Only before a capital: `doi`, `:`, `10.1000` belong together. In headings the colon may be part of a name
        (`Category:Teas`), in programs it is (`driver:Plain`).
        """
        return (
            text[0].isupper()
            and ends_label("".join(self.chunks[-LABEL_CHUNKS:]))
            and not any(node.tag in NAMING_TAGS for node in self.nodes[-LABEL_DEPTH:])
        )

    def begins_link(self) -> bool:
        """Whether what comes next is the first text of a link."""
        return self.open_links > 0 and not self.is_link_begun

    def close_special(self, code: int, row: int) -> None:
        """End what `open_special` began."""
        if code >= RAW:
            self.flush()
            if code in (PREFORMATTED, PROGRAM):
                self.open_preformatted -= 1
                self.open_programs -= code == PROGRAM
        elif code == BOLD:
            self.open_bolds -= 1
            self.is_bold_begun = self.is_bold_begun and self.open_bolds > 0
        elif code == TIME:
            self.date_border = (len(self.containers), len(self.chunks))
        elif code == NOTED and self.in_block:
            self.note_ends.append((row, len(self.chunks)))

    def add_text(self, text: str) -> None:
        """Add a text that is not blank to the running block, or begin the next with it; the loop does the same."""
        if self.break_count:
            self.go_on_after_break(text)
        if not self.in_block:
            self.begin()
        self.chunks.append(text)
        if self.open_links or self.open_bolds:
            self.measure()

    def add_preformatted(self, text: str) -> None:
        """Add a text whose blank lines end the running block, except in programs; its white space is kept beside it."""
        for number, part in enumerate((text,) if self.open_programs else _BLANK_LINES.split(text)):
            if number:
                self.flush()
            if part and not part.isspace():
                if self.break_count:
                    self.go_on_after_break(part)
                count = len(self.containers)
                self.add_text(self.indent + part)
                if len(self.containers) > count:
                    self.preformatted.append(count)
                self.indent = ""
            elif part and self.in_block and not self.break_count:
                self.chunks.append(part.replace("\n", LINE_SEPARATOR))
            else:
                self.indent = part

    def measure(self) -> None:
        """Note that the last chunk is in a link or bold, together with earlier chunks of the same link or bold text."""
        last = len(self.chunks) - 1
        if self.open_links:
            start = self.link_spans.pop()[0] if self.is_link_begun else last
            self.link_spans.append((start, last + 1))
            self.is_link_begun = True
        if self.open_bolds:
            start = self.bold_spans.pop()[0] if self.is_bold_begun else last
            self.bold_spans.append((start, last + 1))
            self.is_bold_begun = True

    def go_on_after_break(self, text: str) -> None:
        """After `<br>`: two end the block; one does if every break counts and the text does not go on in lower case."""
        if self.in_block:
            goes_on = begins_in_lower_case(text.lstrip()) and not _ITEM.match(text)
            if self.break_count >= 2 or (self.every_br and not goes_on):
                if self.break_count == 1:
                    self.after_br.append(len(self.containers))
                self.flush()
            else:
                self.chunks.append(LINE_SEPARATOR)
        self.break_count = 0

    def flush(self) -> None:
        """End the running block, if there is one."""
        self.in_block = False

    def add_head(self, node: Node, code: int, child: Node | None) -> None:
        """Record what the page says of itself; scripts only if they are JSON-LD."""
        if code == SCRIPT and child is None:  # half of the scripts: they have a `src`
            return
        attributes = node.attributes
        if code == SCRIPT and not (attributes.get("type") or "").strip().lower().startswith("application/ld+json"):
            return
        text = child.text_content if child is not None else None
        self.blocks.head.append((node.tag or "", attributes, text or ""))

    def is_raised(self, child: Node | None, code: int) -> bool:
        """Whether the element holds only digits; they are then added as one raised or lowered piece of text."""
        digits = past_comments(child)
        text = digits.text_content if digits is not None and past_comments(digits.next) is None else None
        if text is None:
            return False
        plain = text.strip()
        raised = plain.translate(_SUPERSCRIPTS if code == SUPERSCRIPT else _SUBSCRIPTS)
        if not raised or any(before == after for before, after in zip(plain, raised, strict=True)):
            return False
        add = self.add_preformatted if self.open_preformatted else self.add_text
        add(text.replace(plain, raised))
        return True
