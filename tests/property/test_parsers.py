"""Both parsers give the same blocks for all committed pages and for generated ones; the known exceptions are listed."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from cleanweb.decode import decode
from cleanweb.normalize.full import Full
from cleanweb.page import Blocks
from cleanweb.parse import ParserName, parse
from cleanweb.segment.blocks import BlockElements
from tests.fixtures import TESTS, page_name, page_paths
from tests.property.strategies import pages

DIFFERENCES: list[dict[str, Any]] = json.loads((TESTS / "cases" / "parser_differences.json").read_text("utf-8"))


def blocks_of(utf8: bytes, parser: ParserName) -> Blocks:
    """The blocks, with valueless attributes normalized: None in one engine, "" in the other."""
    blocks = BlockElements()(parse(utf8, parser), Full())
    blocks.elements.attributes = [
        {name: value or "" for name, value in attributes.items()} for attributes in blocks.elements.attributes
    ]
    blocks.head = [
        (tag, {name: value or "" for name, value in attributes.items()}, text) for tag, attributes, text in blocks.head
    ]
    return blocks


def placed(blocks: Blocks) -> list[list[str]]:
    """Each block's text with the path of the element in which it begins."""
    return [[blocks.elements.path(inner), text] for inner, text in zip(blocks.inner, blocks.text, strict=True)]


@pytest.mark.parametrize("path", page_paths(), ids=page_name)
def test_same_blocks_on_committed_pages(path: Path) -> None:
    utf8 = decode(path.read_bytes()).utf8
    assert blocks_of(utf8, "lexbor") == blocks_of(utf8, "html5lib")


@settings(max_examples=60)
@given(html=pages())
def test_same_blocks_on_generated_pages(html: str) -> None:
    assert blocks_of(html.encode(), "lexbor") == blocks_of(html.encode(), "html5lib")


def cases(differences: Iterable[dict[str, Any]]) -> Any:
    return pytest.mark.parametrize("case", differences, ids=lambda case: case["name"])


@cases(DIFFERENCES)
def test_each_known_difference_is_real(case: dict[str, Any]) -> None:
    html = case["html"].encode()
    assert case["lexbor"] != case["html5lib"], "no difference: take it off the list"
    assert placed(blocks_of(html, "lexbor")) == case["lexbor"]
    assert placed(blocks_of(html, "html5lib")) == case["html5lib"]
