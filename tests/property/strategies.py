"""Strategies for pages: trees in which every text node is a unique word, and arbitrary bytes; lists of few things."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")

# One tag of each class in `segment/tags.py`, and the elements whose borders start or end blocks.
BLOCK = (
    "div",
    "noscript",
    "p",
    "section",
    "h2",
    "blockquote",
    "form",
    "pre",
    "details",
    "article",
    "main",
    "aside",
    "center",
)
LIST = ("ul", "ol", "li", "dl", "dt", "dd")
INLINE = ("a", "b", "i", "span", "font", "sup", "sub", "em", "code", "time", "custom-tag")
SILENT = ("script", "style", "svg", "iframe")
VOID = ("br", "hr", "img", "input", "wbr")
ATTRIBUTES = (
    "",
    ' class="post"',
    ' hidden=""',
    ' id="cookie-banner"',
    ' style="display:none"',
    " href=x",
    ' role="nav"',
)


def lists_of(things: Sequence[T], max_size: int = 20) -> st.SearchStrategy[list[T]]:
    """Like `st.lists(st.sampled_from(things))`, but in a single draw, which takes a fraction of the time."""
    return st.binary(max_size=max_size).map(lambda numbers: [things[number % len(things)] for number in numbers])


@st.composite
def pages(draw: st.DrawFn) -> str:
    """A page of nested elements with the words `w0x`, `w1x`, ... in this order, each once."""
    counter = iter(range(10_000))
    return f"<html><body>{_inside(draw, counter, depth=0)}</body></html>"


def _inside(draw: st.DrawFn, counter: Iterator[int], depth: int) -> str:
    parts = []
    for _ in range(draw(st.integers(1, 4))):
        what = draw(st.sampled_from(("word", "word", "word", "element", "element", "table", "void", "silent")))
        if what == "word" or depth > 5:
            parts.append(draw(st.sampled_from((" ", "", "\n"))) + f"w{next(counter)}x")
        elif what == "void":
            parts.append(f"<{draw(st.sampled_from(VOID))}>")
        elif what == "silent":
            tag = draw(st.sampled_from(SILENT))
            parts.append(f"<{tag}>w{next(counter)}x</{tag}>")
        elif what == "table":
            parts.append(f"<table><tr><td>{_inside(draw, counter, depth + 1)}</td></tr></table>")
        else:
            tag = draw(st.sampled_from(BLOCK + LIST + INLINE))
            parts.append(f"<{tag}{draw(st.sampled_from(ATTRIBUTES))}>{_inside(draw, counter, depth + 1)}</{tag}>")
    return "".join(parts)


def markup() -> st.SearchStrategy[bytes]:
    """Bytes that look like HTML: pieces of tags, entities, declarations, letters of many scripts, and junk."""
    tags = (
        BLOCK + LIST + INLINE + SILENT + VOID + ("table", "tr", "td", "title", "textarea", "select", "option", "math")
    )
    piece = st.one_of(
        st.sampled_from(tags).map(lambda tag: f"<{tag}>".encode()),
        st.sampled_from(tags).map(lambda tag: f"</{tag}>".encode()),
        st.sampled_from(
            [b"<!--", b"-->", b"<![CDATA[", b"<?xml ?>", b"&amp;", b"&#0;", b"&#xD800;", b"<!doctype html>"]
        ),
        st.sampled_from(
            [b'<meta charset="shift_jis">', b'<meta charset="utf-16">', b"\xff\xfe", b"\xef\xbb\xbf", b"\x00"]
        ),
        st.text(max_size=30).map(lambda text: text.encode("utf-8", "surrogatepass")),
        st.binary(max_size=20),
        st.just(b"A sentence that is long enough to be taken for running text by those who look at its length. "),
    )
    return st.lists(piece, max_size=25).map(b"".join)


def any_bytes() -> st.SearchStrategy[bytes]:
    """Anything at all."""
    return st.one_of(st.binary(max_size=300), markup())
