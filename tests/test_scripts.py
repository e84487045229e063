"""Pages in many scripts, in `cases/scripts.toml`: none of their text is lost, glued, split or misread."""

from __future__ import annotations

import random
import tomllib
from html import escape, unescape
from pathlib import Path
from typing import Any
from unicodedata import category, normalize

import pytest

from cleanweb import cleaner
from cleanweb.decode import decode
from cleanweb.encodings import python_name
from cleanweb.metadata import describe_page
from cleanweb.normalize.full import Full
from cleanweb.parse import PARSERS, ParserName
from cleanweb.records import tokens

Script = dict[str, Any]

SCRIPTS: dict[str, Script] = tomllib.loads((Path(__file__).parent / "cases" / "scripts.toml").read_text("utf-8"))
STORED = [(language, encoding) for language, script in SCRIPTS.items() for encoding in script["encodings"]]
INLINE = ("b", "i", "span", "a", "bdi", "font")


def page(language: str, body: str, head: str = "") -> str:
    title = SCRIPTS[language]["title"]
    menu = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in title.split())
    return (
        f"<!DOCTYPE html><html lang={language}><head>{head}<title>{title}</title></head><body>"
        f"<div class=menu><ul>{menu}<li><a href=/x>Login</a></li></ul></div><div class=article><h1>{title}</h1>{body}"
        "</div><div class=footer><a href=/c>Contact</a></div></body></html>"
    )


def spaced(text: str) -> str:
    """The text as in outputs: composed (NFC), with single spaces."""
    return " ".join(normalize("NFC", text).split())


@pytest.mark.parametrize("language", SCRIPTS)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_the_default_writes_title_and_paragraphs_and_nothing_else(language: str, form: str) -> None:
    script = SCRIPTS[language]
    html = page(language, "".join(f"<p>{paragraph}</p>" for paragraph in script["paragraphs"]))
    cleaned = cleaner()(normalize(form, html).encode())  # type: ignore[arg-type]  # a form's name
    expected = [f"<h>{spaced(script['title'])}", *(f"<p>{spaced(text)}" for text in script["paragraphs"])]
    assert cleaned.text.splitlines() == expected
    assert describe_page(cleaned.blocks).title == spaced(script["title"])


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("language", SCRIPTS)
def test_markup_and_character_references_inside_words_change_nothing(language: str, parser: ParserName) -> None:
    draw = random.Random(language)
    paragraphs = [normalize(draw.choice(("NFC", "NFD")), text) for text in SCRIPTS[language]["paragraphs"]]
    clean = cleaner("ice-bl", normalize="full", linearize="plain", parser=parser)
    text = clean("".join(f"<p>{_marked_up(text, draw)}</p>" for text in paragraphs).encode()).text
    assert text.splitlines() == [spaced(Full().text(text)) for text in paragraphs]


def _marked_up(text: str, draw: random.Random) -> str:
    pieces, start = [], 0
    while start < len(text):
        end = start + draw.randint(1, 6)
        piece = "".join(f"&#{ord(char)};" if draw.random() < 0.2 else escape(char) for char in text[start:end])
        tag = draw.choice(INLINE)
        pieces.append(draw.choice((piece, piece, f"<{tag}>{piece}</{tag}>", f"<wbr>{piece}")))
        start = end
    return "".join(pieces)


@pytest.mark.parametrize("statement", ["right", "none", "wrong", "late"])
@pytest.mark.parametrize(("language", "encoding"), STORED)
def test_pages_are_read_in_their_encoding(language: str, encoding: str, statement: str) -> None:
    head = {
        "right": f"<meta charset={encoding}>",
        "none": "",
        "wrong": "<meta charset=utf-8>",
        "late": f"<style>{'a { color: red } ' * 300}</style><meta charset={encoding}>",
    }[statement]
    codec = python_name(encoding)
    html = page(language, "".join(f"<p>{text}</p>" for text in SCRIPTS[language]["paragraphs"]), head)
    stored = html.encode(codec, "xmlcharrefreplace")
    decoded = decode(stored)
    assert (decoded.text, decoded.replaced_count) == (stored.decode(codec), 0)


@pytest.mark.parametrize("latin", ["latin-1", "windows-1252"])
@pytest.mark.parametrize("language", SCRIPTS)
def test_pages_that_were_encoded_twice_are_undone(language: str, latin: str) -> None:
    html = page(language, "".join(f"<p>{text}</p>" for text in SCRIPTS[language]["paragraphs"]))
    # Bytes undefined in windows-1252 become control characters, as in browsers.
    once = "".join(bytes([byte]).decode(latin, "ignore") or chr(byte) for byte in html.encode())
    assert decode(once.encode()).text == html


@pytest.mark.parametrize("language", SCRIPTS)
def test_tokens_begin_with_no_mark_and_put_together_are_the_text(language: str) -> None:
    for text in SCRIPTS[language]["paragraphs"]:
        found = [unescape(token) for token in tokens(text) if token != "<g/>"]
        assert "".join(found) == "".join(text.split()).replace("\u200b", "")
        assert not [token for token in found if category(token[0])[0] == "M"]
