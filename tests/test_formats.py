"""What is not a page, and what is a page however damaged."""

import gzip
import io
import random
import struct
import tarfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cleanweb import clean, cleaner
from cleanweb.errors import Refused
from cleanweb.formats import for_programs, foreign_format, is_report
from cleanweb.report.overlay import overlay, shown


def tar(page: bytes) -> bytes:
    """An archive of one page, which by its beginning is a page itself."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        member = tarfile.TarInfo("in/page.html")
        member.size = len(page)
        archive.addfile(member, io.BytesIO(page))
    return file.getvalue()


BYTES = random.Random(1).randbytes(5000)
PAGE = "<!DOCTYPE html><title>Tea</title><p>Boil the water, wait for three minutes, and pour it on.</p>" * 9
BINARY = {
    "a PDF document": b"%PDF-1.7\n" + BYTES,
    "a page saved as MHTML; save it as HTML": b"From: <Saved by Blink>\r\nSubject: Tea\r\nMIME-Version: 1.0\r\n"
    b'Content-Type: multipart/related;\r\n\ttype="text/html"; boundary="x"\r\n\r\n--x\r\n\r\n<!DOCTYPE html><p>Tea',
    "a response with its HTTP header; save what follows it": b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n<!DOCTYPE html>Tea",
    "a PNG picture": b"\x89PNG\r\n\x1a\n" + BYTES,
    "a JPEG picture": b"\xff\xd8\xff\xe0" + BYTES,
    "a tar archive": tar(PAGE.encode()),
    "a program": b"\x7fELF" + BYTES,
    "a font": b"wOF2" + BYTES,
    "an SQLite database": b"SQLite format 3\0" + bytes(500),
    "a Zstandard file; decompress it first": b"\x28\xb5\x2f\xfd" + BYTES,
    "a page in EBCDIC; convert it first": PAGE.encode("cp500"),
}
UNNAMED = {
    "random": BYTES,
    "deflated": zlib.compress(PAGE.encode() + BYTES),
    "PDF after an empty line": b"\r\n%PDF-1.7\n" + BYTES,
    "bitmap": b"BM" + struct.pack("<IHHI", 5000, 0, 0, 54) + BYTES,
    "film": b"\0\0\0\x18ftypmp42" + BYTES,
    "numbers": struct.pack("<2000i", *range(2000)),
    "compiled": compile("def f(x):\n return x\n" * 200, "f", "exec").co_code * 20,
}


XML = b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- <html> -->\n<?xml-stylesheet href="feed.xsl"?>\n<!DOCTYPE x>\n'
RDF = b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="'
ITEM = b"<title>Tea</title><description>&lt;p&gt;Boil the water.&lt;/p&gt;</description>"
FOR_PROGRAMS = {
    b'<rss version="2.0"><channel>' + ITEM: "an RSS feed",
    XML + b"<rss>" + ITEM: "an RSS feed",
    XML + b'<feed xmlns="http://www.w3.org/2005/Atom">' + ITEM: "an Atom feed",
    XML + RDF + b'http://purl.org/rss/1.0/">' + ITEM: "an RSS feed",
    XML + RDF + b'http://example.org/">' + ITEM: "",
    XML + b"<sm:urlset><sm:loc>http://a.example/</sm:loc></sm:urlset>": "a sitemap: addresses, no text",
    XML + b'<html xmlns="http://www.w3.org/1999/xhtml">' + ITEM: "",
    XML + b"<article>" + ITEM: "",
    b"<!-- <rss> " + ITEM: "",
    b"<!-- no end > <rss>" + ITEM: "",
    b"<rss.old>" + ITEM: "",
    b"<rss": "",
    b"<p>A feed begins with <rss>.": "",
    b'{"title": "Tea"}': "JSON",
    b'\xef\xbb\xbf\n [ {"title": "Tea"} ]\n': "JSON",
    b'{"title": "Tea"} and coffee': "",
    b"[1]": "",
    b'["Tea", ' * 3_000_000: "",
}


@pytest.mark.parametrize(("data", "kind"), FOR_PROGRAMS.items(), ids=[str(data[-30:]) for data in FOR_PROGRAMS])
def test_what_a_site_has_for_programs_is_no_page(data: bytes, kind: str) -> None:
    assert for_programs(data) == kind


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_feeds_are_refused_in_all_encodings_and_decoded(encoding: str) -> None:
    feed = f"<?xml version='1.0' encoding='{encoding}'?><rss><title>T\u00e9</title></rss>"
    for page in (feed, feed.encode(encoding)):
        with pytest.raises(Refused, match="not HTML but an RSS feed"):
            clean(page, "ice-bl")


@pytest.mark.parametrize("start", [b"<!--", b"<?", b"<!", b" ", b"<!--->", b"<!x>"])
def test_long_beginnings_are_read_in_linear_time(start: bytes) -> None:
    assert for_programs(start * 1_000_000 + b"<p>Tea") == ""


@pytest.mark.parametrize(
    "text", [b"HTTP/1.1 200 is what servers say.", b"HTTP/1.1 200 OK\nis what servers say.", b"HTTP/2\n"]
)
def test_a_text_about_http_is_no_response(text: bytes) -> None:
    assert foreign_format(text) == ""
    assert foreign_format(b"HTTP/2 404\n\n<p>" + text)


@pytest.mark.parametrize("kind", BINARY)
def test_known_formats(kind: str) -> None:
    assert foreign_format(BINARY[kind]) == kind
    with pytest.raises(Refused, match=f"not HTML but {kind}"):
        clean(BINARY[kind])


@pytest.mark.parametrize("kind", UNNAMED)
def test_other_binary_data(kind: str) -> None:
    assert foreign_format(UNNAMED[kind]) == "binary data of no known kind"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7"])
def test_encodings_of_text_are_no_binary_data(encoding: str) -> None:
    assert "Boil the water" in clean(PAGE.encode(encoding), "ice-bl").text


def test_utf_16_without_a_mark_and_with_little_markup() -> None:
    text = "<p>" + "Вода кипит. " * 400
    for encoding in ("utf-16-le", "utf-16-be"):
        assert "Вода кипит." in clean(text.encode(encoding), "ice-bl").text


def test_utf_16_without_a_mark_in_other_scripts_after_white_space() -> None:
    """Half of its bytes look like binary data, those of Cyrillic; the page was refused."""
    page = "\n\r\n\t <!DOCTYPE html><p>Вскипятите воду, подождите три минуты и налейте чаю." + " Пейте чай." * 50
    for encoding in ("utf-16-le", "utf-16-be"):
        assert clean(page.encode(encoding)).text == clean(page).text != ""


def test_damaged_pages_are_read() -> None:
    page = PAGE.encode()
    damaged = [
        page.replace(b"w", b"\0"),  # NULs
        page.replace(b"e", b"\xfe"),  # undefined bytes
        page[:500] + BYTES,  # other data after the page
        b"\x01\x02" * 20 + page,  # or before it
        b"<p>Boil the water.\x07 Wait.\x1a",  # a fragment of a page
    ]
    assert all("Boil the" in clean(data, "ice-bl").text.replace("\ufffd", "e").replace("þ", "e") for data in damaged)


TAGS = ["<!doctype html>", "<html>", "<HEAD>", "<title>Tea", "<meta charset=x>", "<Body\n>", "<title"]


@pytest.mark.parametrize(
    ("tag", "is_page"),
    [
        *((tag, True) for tag in TAGS),
        *((tag, False) for tag in ("<header>", "<metadata>", "<p>", "html", " " * 1024 + "<html>")),
    ],
)
def test_which_tags_say_that_damaged_data_is_a_page(tag: str, is_page: bool) -> None:
    assert (foreign_format(b"\x01\x02\x03" * 40 + tag.encode() + b" Tea" * 9) == "") == is_page


def test_a_text_may_have_the_sign_of_archives_at_their_place() -> None:
    assert foreign_format(("x" * 257 + "ustar, a star").encode()) == ""


def test_a_report_of_the_project_is_told_by_its_head() -> None:
    report = overlay([shown("page", PAGE.encode(), {"ice-bl": cleaner("ice-bl")})]).encode()
    assert is_report(report)
    assert not is_report(b" " * 1024 + report)


def test_the_projects_own_pages_are_pages() -> None:
    assert not any(foreign_format(path.read_bytes()) for path in Path(__file__).parent.glob("pages/*/source.html"))


@given(st.text())
def test_text_without_control_characters_is_no_binary_data(text: str) -> None:
    printed = "".join(char for char in text if char >= " ")
    assert "binary" not in foreign_format(printed.encode("utf-8", "replace"))


def test_compressed_data_is_told_to_the_library() -> None:
    with pytest.raises(Refused, match="gzip"):
        clean(gzip.compress(PAGE.encode()))
