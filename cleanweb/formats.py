"""Recognize by its bytes what is not HTML: crawls contain documents, pictures and feeds under the names of pages."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

import orjson

# Source: WHATWG MIME Sniffing, sections 6 and 7; office formats, programs and WARC by their specifications.
_SIGNATURES = {
    b"%PDF-": "a PDF document",
    b"%!PS-Adobe-": "a PostScript document",
    b"{\\rtf": "an RTF document",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "a document of an old office program",
    b"PK\x03\x04": "a ZIP archive, or a document of an office program",
    b"\x1f\x8b\x08": "a gzip file",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\x89PNG\r\n\x1a\n": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF87a": "a GIF picture",
    b"GIF89a": "a GIF picture",
    b"\x7fELF": "a program",
    b"WARC/": "a WARC archive; unpack its pages to files first",
    b"OggS\x00": "an Ogg file",
    b"ID3\x03": "an MP3 file",
    b"ID3\x04": "an MP3 file",
    b"wOFF": "a font",
    b"wOF2": "a font",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"\x28\xb5\x2f\xfd": "a Zstandard file; decompress it first",
    b"SQLite format 3\x00": "an SQLite database",
    **{
        tag.encode(code_page): "a page in EBCDIC; convert it first"
        for tag in ("<!doctype", "<!DOCTYPE", "<html", "<HTML")
        for code_page in ("cp037", "cp500")
    },
}
_STARTS = tuple(_SIGNATURES)

# Bytes that no text has ("binary data byte": WHATWG MIME Sniffing, section 3), except NUL, which damaged pages and
# UTF-16 have.
_BINARY: Final = bytes((*range(0x01, 0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)))
# XML declaration, style sheet, document type (without its own entities, which an XML parser would multiply), comments,
# and then the first tag: its name without a prefix. The groups do not backtrack.
_FIRST_TAG = re.compile(
    rb"(?:\xef\xbb\xbf)?(?>\s|<!--.*?-->|<\?.*?\?>|<!(?!--)[^\[<>]*>)*+<(?:[\w-]+:)?([\w-]+)(?=[\s/>])", re.S
)
# Roots of files for programs. Source: WHATWG MIME Sniffing, section 7.3, for the feeds (those in RDF by their two
# namespaces), sitemaps.org, and the specifications of OPML, RSD, oEmbed and OpenSearch.
_ROOTS: Final = {
    b"rss": "an RSS feed",
    b"feed": "an Atom feed",
    b"RDF": "an RSS feed",
    b"urlset": "a sitemap: addresses, no text",
    b"sitemapindex": "a sitemap: addresses, no text",
    b"opml": "a list of feeds",
    b"rsd": "a description of a site's services",
    b"oembed": "a description of a page for embedding it",
    b"OpenSearchDescription": "a description of a site's search",
}
_RDF: Final = (b"http://purl.org/rss/1.0/", b"http://www.w3.org/1999/02/22-rdf-syntax-ns#")
_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s*+(?:\{\s*\"|\[\s*[\[{\"])")  # "[1]" may be text
_TAR: Final = (257, b"ustar")  # offset and mark in the first member's header (POSIX.1, pax), with NULs before it
# A byte order mark, or markup after white space, as in `decode`.
_UTF_16 = re.compile(rb"\xff\xfe|\xfe\xff|(?:[\t\n\r ]\0)*+<\0|(?:\0[\t\n\r ])*+\0<")
# A page saved by browsers as a single file: headers like those of a mail, with this content type (RFC 2557).
_MHTML = re.compile(rb"(?:[\w-]+:.*\n(?:[ \t].*\n)*)*?content-type:\s*multipart/related", re.I)
# A response saved by `curl -i`: the status line of HTTP (RFC 9112, section 4), with or without further header lines.
_RESPONSE = re.compile(rb"HTTP/\d(?:\.\d)? [1-5]\d\d(?: [^\r\n]*)?\r?\n(?:[\w-]+:|\r?\n)")
HEADER_BYTES: Final = 4096  # searched for MHTML headers; ours
_PAGE = re.compile(rb"<(?:!doctype|html|head|title|meta|body)\b", re.I)
PAGE_BYTES: Final = 1024  # in which such a tag shows that this is a page, however damaged
_REPORT: Final = b'<meta name="generator" content="cleanweb">'  # in what `cleanweb report` writes, perhaps among pages
SCAN_BYTES: Final = 1 << 16  # in which binary bytes are counted; ours
# Data is not text above this share of binary bytes (NUL not counted) and from this number of them on. Ours: of 3,736
# real pages the worst has .0014; of 25 kinds of binary files none has less than .08.
MAX_BINARY_SHARE: Final = 0.02
MIN_BINARY_COUNT: Final = 8


def foreign_format(data: bytes) -> str:
    """What a file that is no page is, in words; "" if it may be a page.

    >>> foreign_format(b"%PDF-1.4 ..."), foreign_format(b"<!DOCTYPE html><title>Tea</title>")
    ('a PDF document', '')
    >>> foreign_format(bytes(range(256)))
    'binary data of no known kind'
    """
    if data.startswith(_STARTS):
        return next(name for start, name in _SIGNATURES.items() if data.startswith(start))
    if data.startswith(_TAR[1], _TAR[0]) and b"\0" in data[: _TAR[0]]:
        return "a tar archive"
    if _MHTML.match(data[:HEADER_BYTES]):
        return "a page saved as MHTML; save it as HTML"
    if _RESPONSE.match(data):
        return "a response with its HTTP header; save what follows it"
    if _UTF_16.match(data) or _PAGE.search(data, 0, PAGE_BYTES):
        return ""
    head = data[:SCAN_BYTES]
    count = len(head) - len(head.translate(None, _BINARY))
    is_binary = count >= MIN_BINARY_COUNT and count > MAX_BINARY_SHARE * (len(head) - head.count(0))
    return "binary data of no known kind" if is_binary else ""


def first_tag(data: bytes) -> bytes:
    """The name of the first tag, without prefix, if only what may precede a root element precedes it; else nothing.

    >>> first_tag(b"<?xml version='1.0'?> <!-- tea --> <rss version='2.0'>"), first_tag(b"Tea: <rss>")
    (b'rss', b'')
    """
    found = _FIRST_TAG.match(data)
    return found[1] if found else b""


def for_programs(utf8: bytes) -> str:
    """The kind, in words, of a file meant for programs rather than readers: a feed, a sitemap, JSON; "" for all others.

    >>> for_programs(b"<rss><channel>"), for_programs(b'{"title": "Tea"}'), for_programs(b"<p>Tea: <rss>")
    ('an RSS feed', 'JSON', '')
    """
    head = utf8[:SCAN_BYTES]
    if root := first_tag(head):
        is_other_rdf = root == b"RDF" and not all(name in head for name in _RDF)
        return "" if is_other_rdf else _ROOTS.get(root, "")
    if _JSON.match(utf8):
        with suppress(orjson.JSONDecodeError):
            orjson.loads(utf8.removeprefix(b"\xef\xbb\xbf"))
            return "JSON"
    return ""


def is_report(data: bytes) -> bool:
    """Whether this is not a web page but a report on a page or a run, made by `cleanweb report`."""
    return data.find(_REPORT, 0, PAGE_BYTES) >= 0
