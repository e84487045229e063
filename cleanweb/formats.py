"""What is no HTML, told by its first bytes: crawls hold documents and pictures under the names of pages."""

from __future__ import annotations

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
}
_STARTS = tuple(_SIGNATURES)


def foreign_format(data: bytes) -> str:
    """What a file is that is no page, in words; "" where nothing is known against its being one.

    >>> foreign_format(b"%PDF-1.4 ..."), foreign_format(b"<!DOCTYPE html><title>Tea</title>")
    ('a PDF document', '')
    """
    if not data.startswith(_STARTS):
        return ""
    return next(name for start, name in _SIGNATURES.items() if data.startswith(start))
