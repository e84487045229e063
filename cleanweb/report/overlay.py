"""The page itself with its kept and removed blocks coloured, as a self-contained HTML file."""

from __future__ import annotations

from base64 import b64encode
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

import orjson

from cleanweb.errors import Refused
from cleanweb.measures.word_counts import word_counts
from cleanweb.page import Verdicts
from cleanweb.parse import parse
from cleanweb.pipeline import Cleaned, Pipeline
from cleanweb.report.listing import short
from cleanweb.report.page_copy import PageCopy, copy_page
from cleanweb.report.places import Span, place_blocks, place_by_letters
from cleanweb.terminal import beginning

MAX_TEXT = 300  # characters of a block, and of its path, shown in the list; ours
MIN_WEIGHT = 0.3  # of the palest block; ours: paler ones cannot be distinguished from the white around them

Shown = dict[str, Any]


def overlay(pages: Sequence[Shown]) -> str:
    """The report as HTML; `pages` come from `shown`."""
    data = orjson.dumps(pages).decode()
    script = _asset("overlay.js")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    parts = {
        "TITLE": escape(", ".join(page["name"] for page in pages)[:200]),
        "POLICY": f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{digest}'; "
        "base-uri 'none'; form-action 'none'",
        "STYLE": _asset("overlay.css"),
        "SCRIPT": script,
        # Only these could end a script element or change how it is parsed.
        "DATA": data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"),
        "PAGESTYLE": _asset("page.css").replace("<", ""),
    }
    template = _asset("overlay.html")
    pieces = template.split("@@")  # text, name, text, name, ..., text
    return "".join(parts[piece] if place % 2 else piece for place, piece in enumerate(pieces))


def _asset(name: str) -> str:
    return files("cleanweb.report").joinpath(name).read_text("utf-8")


def shown(name: str, content: bytes, pipelines: Mapping[str, Pipeline]) -> Shown:
    """The script's data about a page: its copy, and for each system its blocks and the block of each piece.

    Raises Refused, naming the page, when a stage skips it on purpose.
    """
    try:
        cleaned = {system: pipeline(content) for system, pipeline in pipelines.items()}
    except Refused as refused:
        raise Refused(f"{name}: {refused}") from None
    first_pipeline, first = next(iter(pipelines.values())), next(iter(cleaned.values()))
    copy = copy_page(parse(first.decoded.utf8, first_pipeline.parser))
    spans = {system: places(pipelines[system], page, copy) for system, page in cleaned.items()}
    cuts = _cuts([len(node.text) for node in copy.texts], spans.values())
    return {
        "name": name,
        "encoding": f"{first.decoded.encoding} ({first.decoded.evidence})",
        "systems": {
            system: {"blocks": list(_blocks(page)), "pieces": _pieces(cuts, spans[system])}
            for system, page in cleaned.items()
        },
        "html": copy.html(cuts),
    }


def places(pipeline: Pipeline, page: Cleaned, copy: PageCopy) -> list[Span]:
    """The places of a page's blocks in its copy."""
    if pipeline.segment.reads == "tree":
        return place_blocks(page.blocks, copy.texts)
    return place_by_letters(page.blocks.text, copy.texts, " ".join(copy.titles))


def _cuts(lengths: Sequence[int], systems: Iterable[Sequence[Span]]) -> list[list[int]]:
    """For each text, the offsets inside it where a block of some system begins or ends."""
    found: list[set[int]] = [set() for _ in lengths]
    for spans in systems:
        for span in spans:
            found[span.node] |= {span.start, span.end}
    return [sorted(cuts - {0, length}) for cuts, length in zip(found, lengths, strict=True)]


def _pieces(cuts: Sequence[Sequence[int]], spans: Sequence[Span]) -> list[int]:
    """The block of each piece of the copy; -1 for none."""
    before = [0]
    for inner in cuts:
        before.append(before[-1] + len(inner) + 1)
    blocks = [-1] * before[-1]
    for span in spans:
        inner = cuts[span.node]
        start = before[span.node] + bisect_right(inner, span.start)
        last = before[span.node] + bisect_right(inner, span.end - 1)
        blocks[start : last + 1] = [span.block] * (last + 1 - start)
    return blocks


def _blocks(page: Cleaned) -> Iterator[Shown]:
    verdicts, blocks = page.verdicts, page.blocks
    told = page.explain(range(len(blocks)))
    words = word_counts(blocks.text)
    for row, (why, weight) in enumerate(zip(told, weights(verdicts), strict=True)):
        text = blocks.text[row]
        yield {
            "keep": verdicts.keep[row],
            "kind": verdicts.kind[row],
            "rule": verdicts.rule[row] or "no rule",
            "reason": why.reason,
            "numbers": {name: short(value) for name, value in why.numbers.items()},
            "score": short(float(verdicts.score[row])),
            "weight": round(weight, 2),
            "words": words[row],
            # A step and its `>` have at least two characters.
            "path": blocks.elements.path(blocks.container[row], MAX_TEXT // 2 + 1)[-MAX_TEXT:],
            "text": text if len(text) <= MAX_TEXT else beginning(text, MAX_TEXT - 1) + "…",
        }


def weights(verdicts: Verdicts) -> list[float]:
    """How strongly each block is coloured, MIN_WEIGHT to 1, by the rank of its score among the kept or removed blocks.

    Scores are in the classifier's own unit; a high one speaks for keeping a block. So of the kept blocks the one with
    the highest score has the strongest colour, of the removed ones the one with the lowest.

    >>> weights(Verdicts([True, True, False], ["p", "p", "p"], ["", "", ""], [.9, .5, .1]))
    [1.0, 0.3, 1.0]
    """
    found = [1.0] * len(verdicts)
    for keep in (True, False):
        rows = [row for row in range(len(verdicts)) if verdicts.keep[row] == keep]
        scores = sorted({verdicts.score[row] for row in rows}, reverse=not keep)
        rank = {score: place for place, score in enumerate(scores)}
        for row in rows if len(scores) > 1 else ():
            found[row] = MIN_WEIGHT + (1 - MIN_WEIGHT) * rank[verdicts.score[row]] / (len(scores) - 1)
    return found
