"""Clean texts of a page's head: titles without the site's name, descriptions without markup, addresses, names.

Values that say nothing (`undefined`, a template that was not filled in) are no text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urljoin, urlsplit

from cleanweb.body_dates import MIN_TITLE
from cleanweb.measures.letters import letters_of
from cleanweb.normalize.full import Full
from cleanweb.references import unescape

_repaired: Final = Full().text

Statements = Mapping[str, Sequence[str]]  # name of a statement -> its values, in document order

# Statements from outside the head: the first headings of a page, the texts of all its blocks.
HEADINGS: Final = "headings"
TEXTS: Final = "texts"
SITE_NAMES: Final = ("og:site_name", "json-ld site name", "json-ld publisher", "application-name")


def title_of(values: Sequence[str], said: Statements) -> str | None:
    """The first title, without the name of the site at its beginning or end."""
    title = text_without_markup([value for value in values if value.casefold() not in _UNTITLED], said)
    title = title and " ".join(_NO_TITLE.sub(" ", title).split())  # `_SEPARATOR` is slow on runs of spaces
    if not title:
        return None
    title = _EDGES.sub("", title)
    parts = _SEPARATOR.split(title)  # part, separator, part, separator, part
    marks = _MARK_EAST_ASIAN if _OF_EAST_ASIA.search(title) else _MARK
    if heading := _heading_in(parts, said) or _shown_beginning(marks.split(title), said):
        return heading
    if len(parts) > 1 and is_site(parts[0], said, exactly=True):
        del parts[:2]
    if len(parts) > 1 and is_site(parts[-1], said):
        del parts[-2:]
    return "".join(parts)


# Next to Chinese and Japanese, the separator needs no space: "港口的早市_新闻网".
_EAST_ASIAN: Final = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff5b\uff5d-\uffef"
_DIVIDES: Final = (
    r"\s+[|\-–—·•»›:]+\s+"
    rf"|(?<=[{_EAST_ASIAN}])\s?[|｜_\-–—]++\s?"
    rf"|(?<![\s|｜_\-–—])\s?[|｜_\-–—]++\s?(?=[{_EAST_ASIAN}])"
)
_SEPARATOR = re.compile(f"({_DIVIDES})")
# What also divides a title, and less surely; in East Asian ones also a lone space, a colon or an opening bracket.
_MAY_DIVIDE: Final = rf"{_DIVIDES}|\s+(?://?|[~―－⋆])\s+|\s+-+(?=[^\W\d])"
_MARK = re.compile(f"({_MAY_DIVIDE})")
_MARK_EAST_ASIAN = re.compile(rf"({_MAY_DIVIDE}|\s?[:：(（\-－](?=\S)|(?<=[{_EAST_ASIAN}])\s)")
_OF_EAST_ASIA = re.compile(f"[{_EAST_ASIAN}]")
# Dreamweaver's titles for new pages, in its languages, and below, what Sphinx writes for a page without a heading.
_UNTITLED: Final = frozenset(
    (
        *("untitled document", "unbenanntes dokument", "document sans nom", "document sans titre", "naamloos document"),
        *("documento senza titolo", "documento sin título", "documento sem título", "dokument bez tytułu"),
        *("namnlöst dokument", "无标题文档", "無題ドキュメント"),
    )
)
_NO_TITLE = re.compile(r"(?:\s+—|:)?\s*<no title>(?:\s+—)?")
# Separators left at the edges when a part of the title is missing.
_EDGES = re.compile(r"^[|\-–]+\s+|\s+[|\-–—]+$")
# Share of a title's letters that its end must have to be taken for the heading: a shorter end is often the site's name,
# which is also shown above the page. Ours: 146 of 2,017 titles of reference pages become right, and 11 wrong.
MIN_END_SHARE: Final = 0.5
MAX_TITLE_PARTS: Final = 41  # 20 separators; in longer titles no parts are sought, so that time stays linear
MIN_HOST_LABEL: Final = 4  # letters of a label of the host that may name the site ("www" and "com" do not)


def _heading_in(parts: Sequence[str], said: Statements) -> str:
    """The longest beginning or end of a title that is a heading of the page but not the site's name; "" for none."""
    if not 1 < len(parts) <= MAX_TITLE_PARTS:
        return ""
    headings = list(map(letters_of, said.get(HEADINGS, ())))
    least = MIN_END_SHARE * len(letters_of("".join(parts)))
    beginnings = ["".join(parts[:end]) for end in range(1, len(parts), 2)]
    ends = ["".join(parts[start:]) for start in range(2, len(parts), 2)]
    pieces = [
        *beginnings,
        *(
            end
            for beginning, end in zip(beginnings, ends, strict=True)
            if len(letters := letters_of(end)) >= least and not _is_above(letters, letters_of(beginning), headings)
        ),
    ]
    fitting = [piece for piece in pieces if (letters := letters_of(piece)) and letters in headings]
    return max((piece for piece in fitting if not is_site(piece, said, exactly=True)), key=len, default="")


def _shown_beginning(parts: Sequence[str], said: Statements) -> str:
    """The longest beginning of a title that is a block of the page, no shorter than any part behind, and not the site's
    name; "" for none.

    Many headlines are not in heading elements. Ours: 147 titles on 5,400 pages become shorter, seven of them by the
    page's own part; of the 20 whose reference is not the head's title itself, 13 become right and none wrong.
    """
    if not 1 < len(parts) <= MAX_TITLE_PARTS:
        return ""
    least = max(MIN_TITLE, *(len(letters_of(part)) for part in parts[2::2]))
    beginnings = ["".join(parts[:end]) for end in range(len(parts) - 2, 0, -2)]
    shown = set(said.get(TEXTS, ()))
    fitting = (piece for piece in beginnings if piece in shown and len(letters_of(piece)) >= least)
    return next((piece for piece in fitting if not is_site(piece, said)), "")


def _is_above(first: str, second: str, headings: Sequence[str]) -> bool:
    """Whether both are headings in this order; if a title's end is above its beginning, it is the name of the site."""
    return first in headings and second in headings[headings.index(first) + 1 :]


def is_site(part: str, said: Statements, exactly: bool = False) -> bool:
    """Whether a part of a title is the name of the site or, unless `exactly`, contains a label of its host."""
    letters = letters_of(part)
    names = {letters_of(name) for key in SITE_NAMES for name in said.get(key, ())}
    if letters in names or exactly:
        return letters in names
    hosts = {
        urlsplit(url).hostname or "" for key in ("link canonical", "og:url") if (url := url_of(said.get(key, ()), said))
    }
    return any(label in letters for host in hosts for label in host.split(".")[:-1] if len(label) >= MIN_HOST_LABEL)


def text_of(values: Sequence[str], _: Statements) -> str | None:
    """The first filled-in value with a letter or digit, repaired like texts.

    Many values are escaped twice and some three times, also in JSON-LD, which no parser unescapes.
    """
    texts = (" ".join(_repaired(unescape(unescape(unescape(value)))).split()) for value in values)
    return next((text for text in texts if any(map(str.isalnum, text)) and not _LEFT_EMPTY.fullmatch(text)), None)


# What programs write for a missing value (JavaScript, PHP, SQL, Python, C), also for parts of a name, and template
# placeholders that were not filled in. Case matters: "Null" may be a title.
_LEFT_EMPTY = re.compile(
    r"(?:(?:undefined|null|NULL|None|\(null\)|\[object Object\])(?:[\s,]+|$))+"
    r"|\{\{.*\}\}|\{%.*%\}|<%.*%>|\$\{.*\}|#?\{\$?[\w.]+\}|%%?[\w.]+%%?|\[\[[*+$!][\w.]+\]\]"
)
# Tags of running text. A tag that is only mentioned, in a text about HTML, has neither attributes nor an end tag.
_BORDER: Final = r"(?:blockquote|br|center|div|h[1-6]|hr|li|ol|p|pre|ul)"
_TAG: Final = (
    rf"(?:{_BORDER}|a|abbr|b|big|cite|code|del|em|font|i|img|ins|kbd|mark|nobr|q|s|small|span|strike|strong|sub|sup|tt"
    r"|u|var|wbr)"
)
_MARKUP = re.compile(rf"</{_TAG}>|<{_TAG}\s[^<>]*=|(?:<br\s?/?>\s*){{2}}|^<p>", re.I)
_BORDERS = re.compile(rf"</?{_BORDER}(?=[\s/>])[^<>]*>", re.I)
_TAGS = re.compile(rf"</?{_TAG}(?=[\s/>])[^<>]*>", re.I)
MAX_TAGS: Final = 10  # that are looked for on the page; ours, a statement may be as long as the page
EXCERPT: Final = 20  # letters and digits next to a tag that show that a text is a piece of the page; ours


def text_without_markup(values: Sequence[str], said: Statements) -> str | None:
    """The first text; if it was copied from the page together with its markup, without the tags."""
    text = text_of(values, said)
    if text and (_MARKUP.search(text) or _is_piece_with_tags(text, said)):
        text = " ".join(_TAGS.sub("", _BORDERS.sub(" ", text)).split()) or None
    return text


def _is_piece_with_tags(text: str, said: Statements) -> bool:
    """Whether the page shows the text around the tags but not the tags themselves, as a page about HTML would."""
    tags = _TAGS.findall(text)[:MAX_TAGS]
    if not tags:
        return False
    shown = "\n".join(said.get(TEXTS, ()))
    if any(tag in shown for tag in tags):
        return False
    pieces = [letters_of(piece) for piece in _TAGS.split(text, MAX_TAGS)]
    letters = letters_of(shown)
    return any(len(piece) >= MIN_TITLE and piece[:EXCERPT] in letters for piece in pieces)


def url_of(values: Sequence[str], said: Statements) -> str | None:
    """The first address; a relative one is resolved against the first base, as in browsers, else the first `og:url`."""
    bases = (*said.get("base", ())[:1], *said.get("og:url", ())[:1])
    for value in values[:MAX_ADDRESSES]:
        for base in ("", *bases):
            url = _joined(base, value)
            if url:
                return url
    return None


# Addresses tried per statement; ours: a base may be as long as the page, and thousands would be joined to it.
MAX_ADDRESSES: Final = 10
# A copy in the archive states the archive's address instead of the page's.
_OF_ARCHIVE = re.compile(r"https?://web\.archive\.org/web/\d+[a-z_]*/(?=https?://)", re.I)


def _joined(base: str, url: str) -> str | None:
    try:
        joined = _OF_ARCHIVE.sub("", urljoin(base, url))
        parts = urlsplit(joined)
    except ValueError:
        return None
    is_filled_in = "{" not in joined  # no template placeholder
    return joined if parts.scheme in ("http", "https") and parts.hostname and is_filled_in else None


def people_of(values: Sequence[str], said: Statements) -> str | None:
    """Names without repetitions; addresses, numbers, accounts of programs and text in angle brackets are no names.

    Joined by commas, or by semicolons if a name contains a comma ("Díaz, Ana").
    """
    texts = (LABEL.sub("", _BESIDE_NAME.sub("", text_of([value], said) or "")).strip(" ,;|") for value in values)
    texts = (_QUOTED.sub(r"\1", text) for text in texts)
    names = {name.casefold(): name for name in texts if _is_name(name)}
    return ("; " if any("," in name for name in names) else ", ").join(names.values()) or None


# An address ("A. Smith <smith@a.example>", "A. Smith | smith@a.example", "A. Smith (www.a.example)"), or markup.
_BESIDE_NAME = re.compile(
    r" ?<[^<>]*>|(?:^| )(?:[^\s@]++@[^\s@.]++\.[^\s@]++(?!\S)|[^\s\[]++\[at\]\S+|\(?(?:https?://|www\.)\S+)", re.I
)
_QUOTED = re.compile(r'^"([^"]*)"$')
# "By Ana Díaz", and words for author, text and report with a colon, in several languages.
LABEL = re.compile(
    r"^(?:by\s+|(?:autore?|auteur|author|text|автор|текст|συντάκτης|հեղինակ|ავტორი|מאת|كتب|كتبت|بقلم|الكاتب|نویسنده|تحریر|लेखक|"
    r"作者|文|撰文|记者|記者|著者|執筆|글|글쓴이|기자|ผู้เขียน)\s?[:：՝])",
    re.I,
)


# Default accounts of programs (WordPress, Joomla, Government Site Builder), and what templates have for the author
# (Discuz, and a much copied Chinese list of meta tags). Ours: eight of 4,458 gold pages state such an account; the five
# of these whose author is known have no author.
_ACCOUNTS: Final = frozenset(
    (
        *("admin", "administrator", "administrative user", "super user", "root", "webmaster", "publisher"),
        *("discuz! team and comsenz ui team", "name"),
    )
)


# An address without its scheme (`social.example/ana`), and the name of a value that a program did not fill in
# (`page.head.author`).
_ADDRESS = re.compile(r"\S+\.[a-z]{2,}/\S*|(?:[a-z]{2,}\.){2,}[a-z]+")


def _is_name(text: str) -> bool:
    is_filled_in = not _LEFT_EMPTY.fullmatch(text) and text.casefold() not in _ACCOUNTS and not _ADDRESS.fullmatch(text)
    return is_filled_in and "://" not in text and not text.startswith("@") and any(map(str.isalpha, text))


def names_site(author: str, site_name: str | None, url: str | None) -> bool:
    """Whether an author names the site: by an address, by its name, perhaps beside other words, or as its host does.

    >>> names_site("Ana Díaz, tea.example", None, None), names_site("The Teapot Team", "Teapot", None)
    (True, True)
    >>> names_site("Teapot News", "The Pot", "https://www.teapotnews.example/1"), names_site("Ana Díaz", "Teapot", None)
    (True, False)
    """
    letters, name = letters_of(author), letters_of(site_name or "")
    hosts = (urlsplit(url).hostname or "").split(".")[:-1] if url else []
    is_in_it = letters == name or (len(name) >= MIN_HOST_LABEL and name in letters)
    return is_in_it or letters in hosts or _HOST.search(author) is not None


# An address of a site, as in `tea.example` or `Ana Díaz, tea.example`; shorter first parts are initials.
_HOST = re.compile(r"(?<![\w@.-])(?:[\w-]{2,}\.)+(?:[a-z]{2,7}|[A-Z]{2,7})(?![\w.-])")


def site_name_of(values: Sequence[str], said: Statements) -> str | None:
    """The first text, without a separator at its edges that would stand between it and the page's name."""
    text = text_of(values, said)
    return text and _EDGES.sub("", text)
