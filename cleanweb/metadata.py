"""The metadata of a page, as the page states it: title, address, date, language, author, site, description.

First, every statement of the head is collected under a name ("og:title", "json-ld headline", "link canonical"); then,
for each field, statements are tried in the order of `FIELDS` until one makes sense; a title that is a heading of the
page comes before others. The orders are ours, by how often each statement equals the reference on 2500 pages with known
titles, dates and authors. A date or author that the head does not state is searched in the body (`body_dates.py`,
`body_authors.py`). A language that is not stated is told by the page's letters if only one language has them
(`script_languages.py`), else by its stop words; a stated language is ignored if it is not written in these letters, or
has hardly any stop words on the page while another has many.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from cleanweb.body_authors import author_of_body
from cleanweb.body_dates import date_of_body, title_rows
from cleanweb.dates import iso_date
from cleanweb.encodings import named
from cleanweb.head_texts import (
    HEADINGS,
    SITE_NAMES,
    TEXTS,
    Statements,
    is_site,
    names_site,
    people_of,
    site_name_of,
    text_without_markup,
    title_of,
    url_of,
)
from cleanweb.json_ld import json_ld_statements
from cleanweb.measures.letters import letters_of
from cleanweb.page import Attributes, Blocks, HeadRecord, json_ld_scripts
from cleanweb.script_languages import MIN_LETTERS, NONE_SETTLED, is_written_so, languages_of_letters
from cleanweb.segment.recording import collapsed


@dataclass(frozen=True, slots=True)
class Metadata:
    """The metadata of a page; a field is None if the page states nothing that makes sense.

    `sources` names the statement behind each field that is not None.
    """

    title: str | None = None
    url: str | None = None  # absolute, http or https
    date: str | None = None  # of publication: YYYY-MM-DD, YYYY-MM or YYYY
    # The primary subtag: "en" for "en-US", "he" for "iw"; compatible with the page's letters and stop words.
    language: str | None = None
    encoding: str | None = None  # that the page was decoded from
    author: str | None = None  # names joined by ", ", or by "; " if one has a comma
    site_name: str | None = None
    description: str | None = None
    sources: Mapping[str, str] = field(default_factory=dict)


def describe_page(blocks: Blocks, encoding: str | None = None) -> Metadata:
    """The metadata of a page from its head and, for a title, date or author that is not clear there, from its body."""
    said = describe([*blocks.head, *_body(blocks)], encoding, headings_of(blocks), blocks.text)
    if language := _language_of_words(blocks.text, said.language):
        said = _with(said, language=(language, STOP_WORDS))
    is_named = said.author and not names_site(said.author, said.site_name, said.url)
    if said.date and is_named:
        return said
    titles = title_rows(blocks, said.title)
    if not is_named and (author := author_of_body(blocks, titles, said.site_name, said.language)):
        said = _with(said, author=author) if not said.author or _is_person(author[0], said) else said
    if not said.date and (date := date_of_body(blocks, titles, said.url, said.language)):
        said = _with(said, date=date)
    return said


def _is_person(author: str, said: Metadata) -> bool:
    """Whether an author found on the page is not the site, as the one that the head states; one word may be a label
    unless the head states the very name of the site.

    Ours: where the head's author only has that name in it, or an address, 27 of 4,400 gold pages get another author;
    read, 24 are right or nearer to it, two wrong.
    """
    is_site = letters_of(said.author or "") == letters_of(said.site_name or "")
    return (is_site or " " in author) and not names_site(author, said.site_name, said.url)


def _with(said: Metadata, **found: tuple[str, str]) -> Metadata:
    """The metadata with further fields found, each given as value and source."""
    values = {name: value for name, (value, _) in found.items()}
    sources = {name: source for name, (_, source) in found.items()}
    return replace(said, **values, sources={**said.sources, **sources})


def describe(
    head: Sequence[HeadRecord],
    encoding: str | None = None,
    headings: Sequence[str] = (),
    texts: Sequence[str] = (),
) -> Metadata:
    """The metadata of a page from its head: html, title, meta, link, base and JSON-LD records in document order.

    A body record may follow, for the language it states. `headings` are the texts of the page's first headings, which
    may tell which part of a title is not the site's name; `texts` are those of all its blocks, which help to recognize
    markup, and the language if only one language has their script.
    """
    allowed = languages_of_letters(texts)
    if encoding in NOT_CHINESE and allowed[:1] == ("zh",):  # pages of addresses and names, in ideographs alone
        allowed = (NONE_SETTLED, "ko", *allowed)
    beside = {HEADINGS: headings, TEXTS: texts, LETTERS: allowed[:1], WRITTEN_SO: allowed}
    statements = {**_statements(head), **beside}
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
    """The statements of a field in the order of preference: (source, value)."""
    clean, asked = FIELDS[name]
    return ((source, value) for source in asked if (value := clean(statements.get(source, ()), statements)))


def _shown(titles: Sequence[tuple[str, str]], statements: Statements) -> tuple[str, str]:
    """The first of the titles that is a heading of the page but not the site's name; else the first.

    If statements differ, the others are for search engines or tell the kind of page. Of 2,438 titles of reference
    pages, 73 become right and 7 wrong, four of which have the name of a section before them.
    """
    headings = set(map(letters_of, statements.get(HEADINGS, ())))
    shown = ((source, title) for source, title in titles if letters_of(title) in headings)
    return next((pair for pair in shown if not is_site(pair[1], statements, exactly=True)), titles[0])


def _statements(head: Sequence[HeadRecord]) -> Statements:
    """All statements of the head by name: meta names in lower case, "link canonical", "json-ld headline", ..."""
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
    yield from json_ld_statements(json_ld_scripts(head), ASKED)


def html_language(blocks: Blocks) -> str:
    """The primary subtag of the language stated by `<html>`, else by `<body>`; "" if there is no plausible one.

    >>> [html_language(Blocks(head=[("html", {"lang": code}, "")])) for code in ("en-GB", "{{lang}}")]
    ['en', '']
    """
    stated = [_stated_language(attributes) for tag, attributes, _ in blocks.head if tag == "html"]
    return _language([*stated, *(_stated_language(attributes) for _, attributes, _ in _body(blocks))], {}) or ""


def _body(blocks: Blocks) -> list[HeadRecord]:
    """The `<body>` of a page with text, as a record like those of its head."""
    elements = blocks.elements
    return [("body", elements.attributes[elements.tag.index("body")], "")] if "body" in elements.tag else []


def _stated_language(attributes: Attributes) -> str:
    """The `lang` attribute, or `xml:lang` as in XHTML."""
    return attributes.get("lang") or attributes.get("xml:lang") or ""


def headings_of(blocks: Blocks) -> list[str]:
    """The texts of a page's headings of the first two levels."""
    return [text for row, text in enumerate(blocks.text) if blocks.tag(row) in ("h1", "h2")]


def _date(values: Sequence[str], said: Statements) -> str | None:
    """The first date; the page's language tells which number is the day, and resolves ambiguous month names."""
    _, asked = FIELDS["language"]
    language = _language([value for name in asked for value in said.get(name, ())], said) if values else None
    return next((date for value in values if (date := iso_date(value, language or ""))), None)


STOP_WORDS: Final = "stop words"
# Minimum share of stop words on a page that states no language. Ours: of 1,118 such gold pages, nine of ten reach .18;
# above .20 there are no errors, below it code and lists of names pass for Breton, Igbo or Italian.
MIN_STOP_WORDS: Final = 0.2
# Many pages state the language of the template they were made from. Ours: of 3,287 gold pages that state one, 18 have
# less than MAX_STATED of its words and more than MIN_OTHER of another's, and all are in the other language.
MAX_STATED: Final = 0.15
MIN_OTHER: Final = 0.3
NOT_CHINESE: Final = frozenset({"shift_jis", "euc-jp", "iso-2022-jp", "euc-kr"})  # encodings
LETTERS: Final = "letters"  # the language that the script of the page's letters determines
WRITTEN_SO: Final = "written so"  # the languages written in this script; empty if it rules none out
# "und" is the code for an undetermined language.
_LANGUAGE = re.compile(r"((?!und\b)[a-z]{2,3})(?:[-_][a-z0-9]+)*", re.I)
# Codes that some programs still write, and their preferred values in the IANA Language Subtag Registry; Norwegian, of
# which the stop list and the month names are those of Bokmål; and codes of countries in place of languages. ("kr" is
# Kanuri's, but Korean pages are more. "se" and "uk" stay: they are Northern Sami's and Ukrainian's.)
_REPLACED: Final = {
    **{"in": "id", "iw": "he", "ji": "yi", "jw": "jv", "mo": "ro", "no": "nb"},
    **{"cn": "zh", "cz": "cs", "dk": "da", "gr": "el", "jp": "ja", "kr": "ko", "ua": "uk", "us": "en", "vn": "vi"},
}


def _language(values: Sequence[str], said: Statements) -> str | None:
    """The primary subtag of the first language that may be written in the page's letters.

    Some pages state their encoding instead, and many the language of the template they were made from.
    """
    written_so = said.get(WRITTEN_SO, ())
    for value in values:
        if (match := _LANGUAGE.fullmatch(value.partition(",")[0].strip())) and not named(match[0]):
            code = _REPLACED.get(match[1].lower(), match[1].lower())
            if is_written_so(code, written_so):
                return code
    return None


def _language_of_words(texts: Sequence[str], stated: str | None) -> str | None:
    """The language whose stop list has most of the words of a page, if it has enough of them.

    None if the page may be in the `stated` one: it has some of the words or no list, or the letters decide.
    """
    from cleanweb.measures.stopwords import stop_word_density  # noqa: PLC0415  (late: few outputs have metadata)
    from cleanweb.packaged_stoplists import available  # noqa: PLC0415  (as above)
    from cleanweb.stoplists import choose, find_stoplist  # noqa: PLC0415  (as above)

    text = "\n".join(texts)
    if stated:
        if stated not in available() or stop_word_density(text, find_stoplist(stated).words) >= MAX_STATED:
            return None
        if languages_of_letters(texts):
            return None
    language = choose(text)
    least = MIN_OTHER if stated else MIN_STOP_WORDS
    if not language or stop_word_density(text, find_stoplist(language).words) < least:
        return None
    return language if sum(map(str.isalpha, text)) >= MIN_LETTERS else None


Clean = Callable[[Sequence[str], Statements], str | None]
FIELDS: Final[Mapping[str, tuple[Clean, Sequence[str]]]] = {
    "title": (
        title_of,
        (
            *("headline", "json-ld headline", "sailthru.title", "parsely-title", "citation_title", "og:title"),
            *("twitter:title", "dc.title", "title", "json-ld page name"),
        ),
    ),
    "url": (url_of, ("link canonical", "og:url", "json-ld url", "json-ld page url", "twitter:url")),
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
        people_of,
        (
            *("json-ld author", "citation_author", "parsely-author", "sailthru.author", "author", "dc.creator"),
            *("article:author", "json-ld page author", "byl", "dcterms.creator", "dcsext.author"),
        ),
    ),
    "site_name": (site_name_of, SITE_NAMES),
    "description": (
        text_without_markup,
        ("og:description", "description", "twitter:description", "json-ld description", "dc.description"),
    ),
}
ASKED: Final = frozenset(SITE_NAMES).union(*(asked for _, asked in FIELDS.values()))  # all statements that are used
