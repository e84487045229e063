"""What a page says of itself: title, address, date, language, author, site, description.

First every statement of the head is collected under a name ("og:title", "json-ld headline", "link canonical"); then,
for each field, the statements are asked in the order of `FIELDS` until one makes sense; a title that is a heading of
the page comes before others. The orders are ours, by how often each statement equals the reference of 2500 pages with
known titles, dates and authors. A date that the head does not state is looked for in the body (`body_dates.py`), and
the language is told by the letters of a page where these are of one (`script_languages.py`), else by its stop words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import urljoin, urlsplit

from cleanweb.body_dates import MIN_TITLE, date_of_body, letters_of
from cleanweb.dates import iso_date
from cleanweb.encodings import named
from cleanweb.json_ld import json_ld_statements
from cleanweb.normalize.full import Full
from cleanweb.page import Attributes, Blocks
from cleanweb.references import unescape
from cleanweb.script_languages import MIN_LETTERS, languages_of_letters
from cleanweb.segment.recording import collapsed

_repaired: Final = Full().text

HeadRecord = tuple[str, Attributes, str]  # tag, attributes, text
Statements = Mapping[str, Sequence[str]]  # name of a statement -> its values, in document order


@dataclass(frozen=True, slots=True)
class Metadata:
    """What the page says of itself; None where it says nothing that makes sense.

    `sources` tells for each field that is not None which statement it is from.
    """

    title: str | None = None
    url: str | None = None  # absolute, http or https
    date: str | None = None  # of publication: YYYY-MM-DD, YYYY-MM or YYYY
    language: str | None = None  # the primary subtag: "en" of "en-US", "he" of "iw"; no other than its letters allow
    encoding: str | None = None  # what the page was decoded from
    author: str | None = None  # names joined by ", ", or by "; " where one has a comma
    site_name: str | None = None
    description: str | None = None
    sources: Mapping[str, str] = field(default_factory=dict)


def describe_page(blocks: Blocks, encoding: str | None = None) -> Metadata:
    """The metadata of a page from its head and, where a title or date is not clear there, from its body."""
    said = describe([*blocks.head, *_body(blocks)], encoding, headings_of(blocks), blocks.text)
    if not said.language and (language := _language_of_words("\n".join(blocks.text))):
        said = replace(said, language=language, sources={**said.sources, "language": STOP_WORDS})
    if said.date or not (found := date_of_body(blocks, said.title, said.url, said.language)):
        return said
    date, source = found
    return replace(said, date=date, sources={**said.sources, "date": source})


def describe(
    head: Sequence[HeadRecord],
    encoding: str | None = None,
    headings: Sequence[str] = (),
    texts: Sequence[str] = (),
) -> Metadata:
    """The metadata of a page from its head: html, title, meta, link, base and JSON-LD records in document order.

    A body record may follow, for the language it states. `headings` are the texts of its first headings, of which one
    may tell which part of a title is not the site's name; `texts` those of all its blocks, which tell markup,
    and the language where their script is that of one.
    """
    statements = {**_statements(head), HEADINGS: headings, TEXTS: texts, LETTERS: languages_of_letters(texts)}
    found: dict[str, str] = {}
    sources: dict[str, str] = {}
    for name in FIELDS:
        stated = _stated(name, statements)
        if first := next(stated, None):
            sources[name], found[name] = _shown([first, *stated], statements) if name == "title" else first
    if encoding:
        found["encoding"], sources["encoding"] = encoding, "decoding"
    return Metadata(**found, sources=sources)


def _stated(name: str, statements: Statements) -> Iterator[tuple[str, str]]:
    """What states the field, in the order in which it is believed, and what it says of it."""
    clean, asked = FIELDS[name]
    return ((source, value) for source in asked if (value := clean(statements.get(source, ()), statements)))


def _shown(titles: Sequence[tuple[str, str]], statements: Statements) -> tuple[str, str]:
    """The first of the titles that is a heading of the page, and not the site's name; else the first.

    Where statements differ, the others are for search engines or say what kind of page it is. Of 2,438 titles of
    reference pages 73 become right, and 7 wrong: four of them have the name of a section before them.
    """
    headings = set(map(letters_of, statements.get(HEADINGS, ())))
    shown = ((source, title) for source, title in titles if letters_of(title) in headings)
    return next((pair for pair in shown if not _is_site(pair[1], statements, exactly=True)), titles[0])


def _statements(head: Sequence[HeadRecord]) -> Statements:
    """Everything the head states, by name: meta names in lower case, "link canonical", "json-ld headline", ..."""
    said: dict[str, list[str]] = {}
    for name, value in _named_values(head):
        if text := collapsed(value):
            said.setdefault(name, []).append(text)
    return said


def _named_values(head: Sequence[HeadRecord]) -> Iterator[tuple[str, str]]:
    for tag, attributes, text in head:
        if tag == "meta":
            content = attributes.get("content") or ""
            for kind in ("property", "name", "itemprop", "http-equiv"):
                if key := attributes.get(kind):
                    yield key.strip().lower(), content
        elif tag == "title":
            yield "title", text
        elif tag in ("html", "body"):
            yield f"{tag} lang", _stated_language(attributes)
        elif tag == "base":
            yield "base", attributes.get("href") or ""
        elif tag == "link" and "canonical" in (attributes.get("rel") or "").lower().split():
            yield "link canonical", attributes.get("href") or ""
    yield from json_ld_statements([text for tag, _, text in head if tag == "script"], ASKED)


def html_language(blocks: Blocks) -> str:
    """The primary subtag of the language that `<html>` or else `<body>` states; "" for none that could be one.

    >>> [html_language(Blocks(head=[("html", {"lang": code}, "")])) for code in ("en-GB", "{{lang}}")]
    ['en', '']
    """
    stated = [_stated_language(attributes) for tag, attributes, _ in blocks.head if tag == "html"]
    return _language([*stated, *(_stated_language(attributes) for _, attributes, _ in _body(blocks))], {}) or ""


def _body(blocks: Blocks) -> list[HeadRecord]:
    """The `<body>` of a page with text in it, as a record like those of its head."""
    elements = blocks.elements
    return [("body", elements.attributes[elements.tag.index("body")], "")] if "body" in elements.tag else []


def _stated_language(attributes: Attributes) -> str:
    """As XHTML has it too."""
    return attributes.get("lang") or attributes.get("xml:lang") or ""


def headings_of(blocks: Blocks) -> list[str]:
    """The texts of a page's headings of the first two levels."""
    return [text for row, text in enumerate(blocks.text) if blocks.tag(row) in ("h1", "h2")]


def _title(values: Sequence[str], said: Statements) -> str | None:
    """The first title, without the name of the site at its beginning or end."""
    title = _without_markup([value for value in values if value.casefold() not in _UNTITLED], said)
    title = title and " ".join(_NO_TITLE.sub(" ", title).split())  # rows of spaces take `_SEPARATOR` long
    if not title:
        return None
    parts = _SEPARATOR.split(_EDGES.sub("", title))  # part, separator, part, separator, part
    if heading := _heading_in(parts, said) or _shown_beginning(parts, said):
        return heading
    if len(parts) > 1 and _is_site(parts[0], said, exactly=True):
        del parts[:2]
    if len(parts) > 1 and _is_site(parts[-1], said):
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
HEADINGS: Final = "headings"
TEXTS: Final = "texts"
STOP_WORDS: Final = "stop words"
# Share of the words of a page that states no language. Ours: of 1,118 such gold pages nine of ten reach .18; there is
# no error above .20, and below it code and lists of names are Breton, Igbo or Italian.
MIN_STOP_WORDS: Final = 0.2
LETTERS: Final = "letters"  # languages by the script of the page's letters, the likely one first
# Share of a title's letters that its end must have to be taken for the heading: a shorter one is often the site's name,
# which stands above the page too. Ours: with it 146 of 2,017 titles of reference pages become right, and 11 wrong,
# where the reference keeps the site or a subtitle; with 0, 149 and 13, and others become the site's name.
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
    return max((piece for piece in fitting if not _is_site(piece, said, exactly=True)), key=len, default="")


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
    return next((piece for piece in fitting if not _is_site(piece, said)), "")


def _is_above(first: str, second: str, headings: Sequence[str]) -> bool:
    """Whether both are headings, in this order: the end of a title, above its beginning, is the name of the site."""
    return first in headings and second in headings[headings.index(first) + 1 :]


def _is_site(part: str, said: Statements, exactly: bool = False) -> bool:
    """Whether a part of a title is the name of the site, or (unless `exactly`) has a part of its host in it."""
    letters = letters_of(part)
    names = {letters_of(name) for key in SITE_NAMES for name in said.get(key, ())}
    if letters in names or exactly:
        return letters in names
    hosts = {
        urlsplit(url).hostname or "" for key in ("link canonical", "og:url") if (url := _url(said.get(key, ()), said))
    }
    return any(label in letters for host in hosts for label in host.split(".")[:-1] if len(label) >= MIN_HOST_LABEL)


def _text(values: Sequence[str], _: Statements) -> str | None:
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


def _without_markup(values: Sequence[str], said: Statements) -> str | None:
    """The first text; many are pieces of the page, tags and all."""
    text = _text(values, said)
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


def _url(values: Sequence[str], said: Statements) -> str | None:
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


def _date(values: Sequence[str], said: Statements) -> str | None:
    """The first date; the page's language tells which number is the day, and names of months apart."""
    _, asked = FIELDS["language"]
    language = _language([value for name in asked for value in said.get(name, ())], said) if values else None
    return next((date for value in values if (date := iso_date(value, language or ""))), None)


# "und" is the code for a language that is not known.
_LANGUAGE = re.compile(r"((?!und\b)[a-z]{2,3})(?:[-_][a-z0-9]+)*", re.I)
# Codes that some programs still write, and their preferred values in the IANA Language Subtag Registry.
_REPLACED: Final = {"in": "id", "iw": "he", "ji": "yi", "jw": "jv", "mo": "ro"}


def _language(values: Sequence[str], said: Statements) -> str | None:
    """The primary subtag of the first language that is written in the page's letters, where these tell.

    Some pages state their encoding in its place, and many that of the template they were made from.
    """
    written_so = said.get(LETTERS)
    for value in values:
        if (match := _LANGUAGE.fullmatch(value.partition(",")[0].strip())) and not named(match[0]):
            code = _REPLACED.get(match[1].lower(), match[1].lower())
            if not written_so or code in written_so:
                return code
    return None


def _language_of_words(text: str) -> str | None:
    """The language whose stop list has most of the words of a text, where it has enough of them."""
    from cleanweb.measures.stopwords import stop_word_density  # noqa: PLC0415  (most pages state their language)
    from cleanweb.stoplists import choose, find_stoplist  # noqa: PLC0415  (as above)

    language = choose(text)
    if not language or stop_word_density(text, find_stoplist(language).words) < MIN_STOP_WORDS:
        return None
    return language if sum(map(str.isalpha, text)) >= MIN_LETTERS else None


def _people(values: Sequence[str], said: Statements) -> str | None:
    """Names without repetitions; addresses and numbers are no names, nor is what stands in angle brackets.

    Joined by commas, or by semicolons where a name has a comma itself ("Díaz, Ana").
    """
    texts = (_BY.sub("", _BESIDE_NAME.sub("", _text([value], said) or "")).strip(" ,;|") for value in values)
    texts = (_QUOTED.sub(r"\1", text) for text in texts)
    names = {name.casefold(): name for name in texts if _is_name(name)}
    return ("; " if any("," in name for name in names) else ", ").join(names.values()) or None


# An address ("A. Smith <smith@a.example>", "A. Smith | smith@a.example", "A. Smith (www.a.example)"), or markup.
_BESIDE_NAME = re.compile(
    r" ?<[^<>]*>|(?:^| )(?:[^\s@]++@[^\s@.]++\.[^\s@]++(?!\S)|[^\s\[]++\[at\]\S+|\(?(?:https?://|www\.)\S+)", re.I
)
_QUOTED = re.compile(r'^"([^"]*)"$')
# "By Ana Díaz", and the words for author, text and report with a colon in other languages.
_BY = re.compile(
    r"^(?:by\s+|(?:autore?|auteur|author|text|автор|текст|συντάκτης|հեղինակ|ავტორი|מאת|كتب|كتبت|بقلم|الكاتب|نویسنده|تحریر|लेखक|"
    r"作者|文|撰文|记者|記者|著者|執筆|글|글쓴이|기자|ผู้เขียน)\s?[:：՝])",
    re.I,
)


def _is_name(text: str) -> bool:
    is_filled_in = not _LEFT_EMPTY.fullmatch(text)
    return is_filled_in and "://" not in text and not text.startswith("@") and any(map(str.isalpha, text))


def _site_name(values: Sequence[str], said: Statements) -> str | None:
    """The first text, without a sign at its end behind which the page would have its own name."""
    text = _text(values, said)
    return text and _EDGES.sub("", text)


Clean = Callable[[Sequence[str], Statements], str | None]
SITE_NAMES: Final = ("og:site_name", "json-ld site name", "json-ld publisher", "application-name")
FIELDS: Final[Mapping[str, tuple[Clean, Sequence[str]]]] = {
    "title": (
        _title,
        (
            *("headline", "json-ld headline", "sailthru.title", "parsely-title", "citation_title", "og:title"),
            *("twitter:title", "dc.title", "title", "json-ld page name"),
        ),
    ),
    "url": (_url, ("link canonical", "og:url", "json-ld url", "json-ld page url", "twitter:url")),
    "date": (
        _date,
        (
            *("article:published_time", "json-ld page datePublished", "json-ld datePublished", "datepublished"),
            *("og:published_time", "og:publish_date", "og:article:published_time", "article:published"),
            *("citation_publication_date", "citation_online_date", "citation_date", "parsely-pub-date"),
            *("sailthru.date", "cxenseparse:recs:publishtime", "cxenseparse:publishtime", "publish-date"),
            *("publish_date", "publishdate", "published_at", "published", "pub_date", "pubdate"),
            *("publication_date", "date", "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date"),
            *("dcterms.date", "json-ld dateCreated", "json-ld uploadDate", "originalpublicationdate"),
        ),
    ),
    "language": (
        _language,
        (
            *("html lang", "body lang", "content-language", "json-ld inLanguage", "og:locale", "dc.language"),
            *("language", LETTERS),
        ),
    ),
    "author": (
        _people,
        (
            *("json-ld author", "citation_author", "parsely-author", "sailthru.author", "author", "dc.creator"),
            *("article:author", "json-ld page author", "byl", "dcterms.creator", "dcsext.author"),
        ),
    ),
    "site_name": (_site_name, SITE_NAMES),
    "description": (
        _without_markup,
        ("og:description", "description", "twitter:description", "json-ld description", "dc.description"),
    ),
}
ASKED: Final = frozenset(SITE_NAMES).union(*(asked for _, asked in FIELDS.values()))  # what is asked of the head
