"""What a page's head states, as text: titles without the site's name, descriptions without markup, addresses, names.

What says nothing (`undefined`, a template nobody filled in) is no text.
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

# What is stated beside the head: the first headings of a page, the texts of all its blocks.
HEADINGS: Final = "headings"
TEXTS: Final = "texts"
SITE_NAMES: Final = ("og:site_name", "json-ld site name", "json-ld publisher", "application-name")


def title_of(values: Sequence[str], said: Statements) -> str | None:
    """The first title, without the name of the site at its beginning or end."""
    title = text_without_markup([value for value in values if value.casefold() not in _UNTITLED], said)
    title = title and " ".join(_NO_TITLE.sub(" ", title).split())  # rows of spaces take `_SEPARATOR` long
    if not title:
        return None
    parts = _SEPARATOR.split(_EDGES.sub("", title))  # part, separator, part, separator, part
    if heading := _heading_in(parts, said) or _shown_beginning(parts, said):
        return heading
    if len(parts) > 1 and is_site(parts[0], said, exactly=True):
        del parts[:2]
    if len(parts) > 1 and is_site(parts[-1], said):
        del parts[-2:]
    return "".join(parts)


# Beside Chinese and Japanese no space need stand with the sign: "港口的早市_新闻网".
_EAST_ASIAN: Final = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff5b\uff5d-\uffef"
_SEPARATOR = re.compile(
    r"(\s+[|\-–—·•»›:]+\s+"
    rf"|(?<=[{_EAST_ASIAN}])\s?[|｜_\-–—]++\s?"
    rf"|(?<![\s|｜_\-–—])\s?[|｜_\-–—]++\s?(?=[{_EAST_ASIAN}]))"
)
# What an editor, Dreamweaver, calls new pages in its languages, and what Sphinx writes for a page without a heading.
_UNTITLED: Final = frozenset(
    (
        *("untitled document", "unbenanntes dokument", "document sans nom", "document sans titre", "naamloos document"),
        *("documento senza titolo", "documento sin título", "documento sem título", "dokument bez tytułu"),
        *("namnlöst dokument", "无标题文档", "無題ドキュメント"),
    )
)
_NO_TITLE = re.compile(r"(?:\s+—|:)?\s*<no title>(?:\s+—)?")
# Signs left where a page, or what filled its template in, has no other part.
_EDGES = re.compile(r"^[|\-–]+\s+|\s+[|\-–—]+$")
# Share of a title's letters that its end must have to be taken for the heading: a shorter one is often the site's name,
# which stands above the page too. Ours: 146 of 2,017 titles of reference pages become right, and 11 wrong.
MIN_END_SHARE: Final = 0.5
MAX_TITLE_PARTS: Final = 41  # 20 separators; beyond, no part is looked for, so that time grows with the title only
MIN_HOST_LABEL: Final = 4  # letters of a part of the host that may stand for the site ("www", "com" do not)


def _heading_in(parts: Sequence[str], said: Statements) -> str:
    """The longest beginning or end of a title that is a heading of the page, and not the site's name; "" for none."""
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
    """The longest beginning of a title that is a block of the page, and not the site's name; "" for none.

    Many headlines are no heading. Ours: 74 titles on 4,205 gold pages become shorter, all as they should, as far as
    that can be read; of the 14 whose reference is known nine become right, and none wrong.
    """
    if not 1 < len(parts) <= MAX_TITLE_PARTS:
        return ""
    least = max(MIN_TITLE, MIN_END_SHARE * len(letters_of("".join(parts))))
    beginnings = ["".join(parts[:end]) for end in range(len(parts) - 2, 0, -2)]
    shown = set(said.get(TEXTS, ()))
    fitting = (piece for piece in beginnings if piece in shown and len(letters_of(piece)) >= least)
    return next((piece for piece in fitting if not is_site(piece, said)), "")


def _is_above(first: str, second: str, headings: Sequence[str]) -> bool:
    """Whether both are headings, in this order: the end of a title, above its beginning, is the name of the site."""
    return first in headings and second in headings[headings.index(first) + 1 :]


def is_site(part: str, said: Statements, exactly: bool = False) -> bool:
    """Whether a part of a title is the name of the site, or (unless `exactly`) has a part of its host in it."""
    letters = letters_of(part)
    names = {letters_of(name) for key in SITE_NAMES for name in said.get(key, ())}
    if letters in names or exactly:
        return letters in names
    hosts = {
        urlsplit(url).hostname or "" for key in ("link canonical", "og:url") if (url := url_of(said.get(key, ()), said))
    }
    return any(label in letters for host in hosts for label in host.split(".")[:-1] if len(label) >= MIN_HOST_LABEL)


def text_of(values: Sequence[str], _: Statements) -> str | None:
    """The first value with a letter or digit that was filled in, repaired as texts are.

    Many are escaped twice and some three times, in JSON-LD too, which no parser unescapes.
    """
    texts = (" ".join(_repaired(unescape(unescape(unescape(value)))).split()) for value in values)
    return next((text for text in texts if any(map(str.isalnum, text)) and not _LEFT_EMPTY.fullmatch(text)), None)


# What programs write where they have no value (JavaScript, PHP, SQL, Python, C), also for each part of a name, and
# places of templates that nobody filled in. In their letters: "Null" is a title.
_LEFT_EMPTY = re.compile(
    r"(?:(?:undefined|null|NULL|None|\(null\)|\[object Object\])(?:[\s,]+|$))+"
    r"|\{\{.*\}\}|\{%.*%\}|<%.*%>|\$\{.*\}|#?\{\$?[\w.]+\}|%%?[\w.]+%%?|\[\[[*+$!][\w.]+\]\]"
)
# Tags of running text. One that is only named, in what is told of HTML, has neither attributes nor an end.
_BORDER: Final = r"(?:blockquote|br|center|div|h[1-6]|hr|li|ol|p|pre|ul)"
_TAG: Final = (
    rf"(?:{_BORDER}|a|abbr|b|big|cite|code|del|em|font|i|img|ins|kbd|mark|nobr|q|s|small|span|strike|strong|sub|sup|tt"
    r"|u|var|wbr)"
)
_MARKUP = re.compile(rf"</{_TAG}>|<{_TAG}\s[^<>]*=|(?:<br\s?/?>\s*){{2}}|^<p>", re.I)
_BORDERS = re.compile(rf"</?{_BORDER}(?=[\s/>])[^<>]*>", re.I)
_TAGS = re.compile(rf"</?{_TAG}(?=[\s/>])[^<>]*>", re.I)
MAX_TAGS: Final = 10  # that are looked for on the page; ours, a statement may be as long as the page
EXCERPT: Final = 20  # letters and digits beside a tag by which a text is known for a piece of the page; ours


def text_without_markup(values: Sequence[str], said: Statements) -> str | None:
    """The first text; many are pieces of the page, tags and all."""
    text = text_of(values, said)
    if text and (_MARKUP.search(text) or _is_piece_with_tags(text, said)):
        text = " ".join(_TAGS.sub("", _BORDERS.sub(" ", text)).split()) or None
    return text


def _is_piece_with_tags(text: str, said: Statements) -> bool:
    """Whether the page shows the text beside the tags in it, and not the tags, as a page that tells of HTML does."""
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
    """The first address; a relative one begins at the first base, as in browsers, else at the first `og:url`."""
    bases = (*said.get("base", ())[:1], *said.get("og:url", ())[:1])
    for value in values[:MAX_ADDRESSES]:
        for base in ("", *bases):
            url = _joined(base, value)
            if url:
                return url
    return None


# Of one statement; ours: a base may be as long as the page, and thousands would each be joined to it.
MAX_ADDRESSES: Final = 10
# An archive's copy states its own address for the page's.
_OF_ARCHIVE = re.compile(r"https?://web\.archive\.org/web/\d+[a-z_]*/(?=https?://)", re.I)


def _joined(base: str, url: str) -> str | None:
    try:
        joined = _OF_ARCHIVE.sub("", urljoin(base, url))
        parts = urlsplit(joined)
    except ValueError:
        return None
    is_filled_in = "{" not in joined  # templates that nobody filled in
    return joined if parts.scheme in ("http", "https") and parts.hostname and is_filled_in else None


def people_of(values: Sequence[str], said: Statements) -> str | None:
    """Names without repetitions; addresses, numbers and accounts of programs are no names, nor is what stands in angle
    brackets.

    Joined by commas, or by semicolons where a name has a comma itself ("Díaz, Ana").
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
# "By Ana Díaz", and the words for author, text and report with a colon in other languages.
LABEL = re.compile(
    r"^(?:by\s+|(?:autore?|auteur|author|text|автор|текст|συντάκτης|հեղինակ|ავტორი|מאת|كتب|كتبت|بقلم|الكاتب|نویسنده|تحریر|लेखक|"
    r"作者|文|撰文|记者|記者|著者|執筆|글|글쓴이|기자|ผู้เขียน)\s?[:：՝])",
    re.I,
)


# Accounts that programs make themselves (WordPress, Joomla, Government Site Builder). Ours: eight of 4,458 gold pages
# state them, and the five of these whose author is known have none.
_ACCOUNTS: Final = frozenset(
    ("admin", "administrator", "administrative user", "super user", "root", "webmaster", "publisher")
)


def _is_name(text: str) -> bool:
    is_filled_in = not _LEFT_EMPTY.fullmatch(text) and text.casefold() not in _ACCOUNTS
    return is_filled_in and "://" not in text and not text.startswith("@") and any(map(str.isalpha, text))


def site_name_of(values: Sequence[str], said: Statements) -> str | None:
    """The first text, without a sign at its end behind which the page would have its own name."""
    text = text_of(values, said)
    return text and _EDGES.sub("", text)
