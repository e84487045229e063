"""The author, if the head of a page states none or the site instead: found next to the page's title.

Accepted near the title block are an element marked as the author (`itemprop="author"`, `rel="author"`,
`class="byline"`), then a short line that begins with "by" or an equivalent word, or has it after a date.

The numbers and words are ours, chosen with four sets of pages in view. Of their 474 pages with a known author and none
in the head, 210 get that author, 13 a part of them or more, and 5 another; of 31 whose head has the site in place of a
known author, 28 get that author and 3 another. Of 897 pages without either, 33 get one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from cleanweb.body_dates import MAX_ABOVE, distance, end_of_head, parts_of_names
from cleanweb.dates import DAY, iso_date
from cleanweb.head_texts import LABEL, people_of
from cleanweb.month_names import month_number
from cleanweb.page import Attributes, Blocks

MAX_BLOCKS: Final = 4  # of an element that names an author, perhaps with an image, a job title or a date
MAX_LINE: Final = 150  # characters that are read of a line with a name
MIN_NAME: Final = 2  # characters
MAX_NAME: Final = 50
MAX_WORDS: Final = 6  # of a name
MIN_SURNAMED: Final = 2  # words of each name in a list; with fewer, what follows a comma is a job title or a town

_OF_AUTHORS: Final = frozenset(
    "author authors byline bylines autor autoren autore auteur auteurs writer contributor contributors".split()
)
_OF_OTHERS: Final = frozenset(
    "comment comments reply bio biography description about social share follow related image photo caption".split()
)
# "By", "Written by:", "Von", "Text:", "Thread starter".
_BY = re.compile(
    r"(?:(?:(?:article|blog|guide|post|recipe|report|reporting|review|reviewed|story|text|words|posted|published|written"
    r"|submitted|created|started|asked)\s+)?by|(?:geschrieben\s+)?vo[nm]|par|por|από|di|door|av|af|thread\s+starter)"
    r"(?:\s*:|(?=\s|$))"
    r"|(?-i:By(?=[A-Z][a-z]))|(?:words|text|story|interview|authors?|author\(s\)|autore?|autorin|auteur|contributors?"
    r"|writer)\s*:",
    re.I,
)
_BY_AMID = re.compile(r"(?<!\S)(?:by|vo[nm]|par|por|door|av|af):?\s+(?=[^\W\d_])")
_WORD = re.compile(r"(?<!\S)\S")
_END = re.compile(
    r"\s*[|·•∙⋅–—»/／╱【】(\[;:<>…@]|\s-+(?=\s|$)|\s+(?:on|in|at|for|(?-i:am|um|vom|le|el))\s|(?<!\S)(?P<number>\d)",
    re.I,
)
_LIST = re.compile(r"\s(?:and|und|et|y|e|&)\s")
_BETWEEN = re.compile(r",?\s+(?:and|und|et|y|e|&)\s+|,\s*")
_PARTICLES: Final = frozenset(
    "a af al and ap av bin d da das de del della den der des di do dos du e el et ibn la le of ten ter the und v van "
    "vom von y zu zum zur &".split()
)
_WEEKDAYS: Final = frozenset(
    "mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday".split()
)
# Words that no name begins with, and words that follow names.
_NOT_FIRST: Final = frozenset(
    "about all author authors by comments contact contributing email follow full last our posted print published read "
    "share staff text the updated view visit written".split()
)
_BEHIND: Final = frozenset(
    "associate ceo chief contact contributing contributor correspondent deputy editor editorial former foto founder "
    "last managing photo posted published reporter senior staff updated view writer".split()
)


def author_of_body(
    blocks: Blocks, titles: Sequence[int], site_name: str | None, language: str | None
) -> tuple[str, str] | None:
    """The author and the source that names them, given the rows of the title and what else is known about the page."""
    for source, named in (("marked beside title", _marked_names), ("line beside title", _names_of_lines)):
        found = [pair for row in titles for pair in named(blocks, row, site_name or "", language or "")]
        for _, names in sorted(found, key=lambda pair: pair[0]):
            if author := people_of(names, {}):
                return author, source
    return None


Named = Iterator[tuple[int, Sequence[str]]]  # distance from the title, and names


def _marked_names(blocks: Blocks, title: int, site: str, language: str) -> Named:
    """Names in elements that begin near the title and are marked as author; from the first block with any in each."""
    elements = blocks.elements
    start, end = max(0, title - MAX_ABOVE), end_of_head(blocks, title)
    known = set()  # a line may be inside thousands of elements
    for element in range(bisect_left(elements.first, start), bisect_left(elements.first, end)):
        rows, is_stated = elements.rows(element), _is_stated(elements.attributes[element])
        is_new = is_stated is not None and (rows, is_stated) not in known
        if is_new and 0 < len(rows) <= MAX_BLOCKS and title not in rows:
            known.add((rows, is_stated))
            # A line with "by" first: a box named after the byline may begin with links to print or share.
            by_line = sorted(rows, key=lambda row: _BY.match(blocks.text[row]) is None)
            named = ((row, names_in(_linked_name(blocks, row), site, language, bool(is_stated))) for row in by_line)
            if first := next(((row, names) for row, names in named if names), None):
                yield distance(first[0], title), first[1]


def _linked_name(blocks: Blocks, row: int) -> str:
    """A block's text, or the link with which it begins: a rank or job title may stand after it without a sign."""
    text, elements, linked = blocks.text[row], blocks.elements, blocks.link_chars[row]
    is_part = blocks.link_count[row] == 1 and text[linked : linked + 1].isspace()
    if not (is_part and any(map(str.isalpha, text[:linked]))) or _BY.match(text):
        return text
    around = takewhile(lambda element: element != blocks.container[row], elements.ancestors(blocks.inner[row]))
    return text[:linked] if any(elements.tag[element] == "a" for element in around) else text


def _is_stated(attributes: Attributes) -> bool | None:
    """True if an element states explicitly that it is the author, False if only by its class or id, None otherwise.

    >>> _is_stated({"rel": "author"}), _is_stated({"class": "postAuthor"}), _is_stated({"class": "author-bio"})
    (True, False, None)
    """
    if not attributes:
        return None
    if "author" in f"{attributes.get('itemprop') or ''} {attributes.get('rel') or ''}".lower().split():
        return True
    parts = parts_of_names(attributes)
    return None if parts.isdisjoint(_OF_AUTHORS) or not parts.isdisjoint(_OF_OTHERS) else False


def _names_of_lines(blocks: Blocks, title: int, site: str, language: str) -> Named:
    """Names in short lines near the title that begin with "by", have it after a date, or follow it as a line."""
    start = max(0, title - MAX_ABOVE)
    for row in range(start, end_of_head(blocks, title)):
        text = blocks.text[row]
        if row == title or len(text) > MAX_LINE:
            continue
        label = _label_in(blocks.text[row - 1]) if row > start else ""
        is_byline = label or _is_byline(text, language)
        if is_byline and (names := names_in(f"{label} {text}".lstrip(), site, language)):
            is_doubted = label and label not in blocks.text[row - 1]  # over a table, `Author` also is that of others
            if not is_doubted or " " in names[0]:
                yield distance(row, title), names


def _label_in(text: str) -> str:
    """The words of a line that say nothing but that the author follows, with a colon where they need one.

    Ours: 12 of 4,400 gold pages get an author by such a line above the name; read, all are right.

    >>> _label_in("Written by"), _label_in("Автор:"), _label_in("Autor"), _label_in("By Ana")
    ('Written by', 'Автор:', 'Autor:', '')
    """
    line = text.strip()
    if len(line) > MAX_NAME:
        return ""
    if _BY.fullmatch(line) or LABEL.fullmatch(line):
        return line
    return f"{line}:" if LABEL.fullmatch(f"{line}:") else ""


def _is_byline(text: str, language: str) -> bool:
    if _BY.match(text):
        return True
    by = _BY_AMID.search(text)
    before = text[: by.start()].strip() if by else ""
    return any(iso_date(before[word.start() :], language) for word in _WORD.finditer(before))


def names_in(text: str, site: str = "", language: str = "", is_account: bool = False) -> list[str]:
    """The names with which a line begins, after "by"; none if it begins with something else.

    Account names may be one lower-case word. Of names separated by commas, all are returned if there is also an "and".

    >>> names_in("By Ana de la Cruz | 12 May 2020"), names_in("Sam Lee, Ana Díaz and Bo Holm"), names_in("Read more")
    (['Ana de la Cruz'], ['Sam Lee', 'Ana Díaz', 'Bo Holm'], [])
    >>> names_in("12. Mai 2020 von Ana Díaz in Reisen"), names_in("Ana Díaz, Staff Writer"), names_in("tea_cat")
    (['Ana Díaz'], ['Ana Díaz'], [])
    """
    text = text[:MAX_LINE]
    if LABEL.fullmatch(f"{text.strip()}:"):
        return []  # the label of a name in another block
    label = LABEL.match(text)
    text = text[label.end() :] if label else text
    is_by = label is not None and label[0][-1].isspace()  # no sign: "By Par Holm", "By Ana von Holm, photos by Bo Holm"
    if not is_by and (by := _BY.match(text) or _BY_AMID.search(text)):
        text = text[by.end() :]
    if " " in site and text.lstrip().startswith(site):  # the site's name may contain end marks or small words
        return [site]
    days = [word.start() for word in _WORD.finditer(text) if len(iso_date(text[word.start() :], language) or "") == DAY]
    text = text[: days[-1]] if days else text
    is_dated = bool(days)
    if end := _END.search(text):
        text, is_dated = text[: end.start()], bool(end["number"])
    parts = _BETWEEN.split(text.strip()) if _LIST.search(text) else []
    if parts and all(_is_name(part, MIN_SURNAMED) for part in parts):
        return parts
    name = _bare(text.partition(",")[0], site, language, is_dated)
    is_account = is_account and MIN_NAME <= len(name) <= MAX_NAME and " " not in name
    return [name] if _is_name(name) or (is_account and name not in _PARTICLES) else []


def _bare(name: str, site: str, language: str, is_dated: bool) -> str:
    """The name without what follows it: a job title, the site's name, the beginning of a date.

    >>> _bare("Ana Díaz Staff Writer", "", "", False), _bare("Ana Díaz Health reporter", "", "", False)
    ('Ana Díaz', 'Ana Díaz')
    """
    words = name.split()
    end = next((place for place, word in enumerate(words) if place > 1 and word.casefold() in _BEHIND), len(words))
    if MIN_SURNAMED < end < len(words) and words[end].islower():
        end -= 1  # a job title in small letters begins with a capital
    while is_dated and end and (words[end - 1].casefold() in _WEEKDAYS or month_number(words[end - 1], language)):
        end -= 1
    bare = " ".join(words[:end]).strip(" .&-")
    without = bare.removesuffix(f" {site}") if site else bare
    return without if " " in without else bare


def _is_name(text: str, least: int = 1) -> bool:
    """Whether a text of at least `least` words could be a name: except for particles, no word begins in lower case."""
    words = text.split()
    if not (least <= len(words) <= MAX_WORDS and MIN_NAME <= len(text) <= MAX_NAME):
        return False
    if words[0].casefold() in _NOT_FIRST or words[-1].islower():
        return False
    return all(word.casefold() in _PARTICLES or _is_part_of_name(word) for word in words)


def _is_part_of_name(word: str) -> bool:
    is_elided = word[1:2] in ("'", "’")  # d'Angelo
    return any(map(str.isalpha, word)) and not any(map(str.isdigit, word)) and (is_elided or not word[0].islower())
