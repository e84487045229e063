"""The log of one page: a JSON line for every removed block (or every block), and for every edit of the linearizer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import orjson

from cleanweb.page import Edit, Elements, tag_step
from cleanweb.pipeline import Cleaned

LogBlocks = Literal["removed", "all", "none"]

Line = dict[str, Any]


def block_log(cleaned: Cleaned, blocks: LogBlocks, page: str = "") -> bytes:
    """The page's lines as JSON. In a pack, the logs of many pages, every line begins with `page`."""
    lines = block_lines(cleaned, blocks)
    return json_lines([{"page": page, **line} for line in lines] if page else lines)


def block_lines(cleaned: Cleaned, blocks: LogBlocks) -> list[Line]:
    """Rows with the fields `keep kind rule reason score numbers path text`, in document order.

    An edit is a line of its own after its block's: the same fields, with `edit` naming the words added and removed.
    Reasons are worked out for the logged blocks only.
    """
    keep = cleaned.verdicts.keep
    if blocks == "all":
        rows: Sequence[int] = range(len(keep))
    else:
        rows = [row for row, kept in enumerate(keep) if not kept and blocks == "removed"]
    edits = cleaned.linearized.edits if blocks != "none" else ()
    lines = _block_lines(cleaned, rows, _paths(cleaned, rows))
    if edits:
        lines = _with_edits(cleaned, edits, rows, lines)
    return lines


def _block_lines(cleaned: Cleaned, rows: Sequence[int], paths: Mapping[int, str]) -> list[Line]:
    verdicts, texts, container = cleaned.verdicts, cleaned.blocks.text, cleaned.blocks.container
    keep, kind, rule, score = verdicts.keep, verdicts.kind, verdicts.rule, verdicts.score
    return [
        {
            "keep": keep[row],
            "kind": kind[row],
            "rule": rule[row],
            "reason": why.reason,
            "score": score[row],
            "numbers": why.numbers,
            "path": paths[container[row]],
            "text": texts[row],
        }
        for row, why in zip(rows, cleaned.explain(rows), strict=True)
    ]


def _with_edits(cleaned: Cleaned, edits: Iterable[Edit], rows: Sequence[int], lines: Iterable[Line]) -> list[Line]:
    """The lines of blocks and of edits, those of one block together."""
    ordered = list(zip(rows, lines, strict=True))
    paths = _paths(cleaned, [edit.block for edit in edits])
    for edit in edits:
        row = edit.block
        parts = (("added", edit.added), ("took out", edit.removed))
        told = " and ".join(f"{verb} {words!r}" for verb, words in parts if words)
        line = {
            "keep": cleaned.verdicts.keep[row],
            "kind": cleaned.verdicts.kind[row],
            "rule": edit.rule,
            "reason": f"the linearizer {told}" + (f" ({edit.note})" if edit.note else ""),
            "score": cleaned.verdicts.score[row],
            "numbers": {},
            "path": paths[cleaned.blocks.container[row]],
            "text": cleaned.blocks.text[row],
            "edit": {"added": edit.added, "removed": edit.removed},
        }
        ordered.append((row, line))
    return [line for _, line in sorted(ordered, key=lambda pair: pair[0])]  # stable: a block before its edits


def _paths(cleaned: Cleaned, rows: Iterable[int]) -> dict[int, str]:
    """The tag path of the container of each of these rows; "" for text outside any element."""
    elements, container = cleaned.blocks.elements, cleaned.blocks.container
    known = {-1: ""}
    for element in {container[row] for row in rows}:
        _add_path(elements, element, known)
    return known


def _add_path(elements: Elements, element: int, known: dict[int, str]) -> None:
    """Put the paths of an element and its ancestors among the known ones."""
    unknown = []
    while element not in known:
        unknown.append(element)
        element = elements.parent[element]
    path = known[element]
    for below in reversed(unknown):
        step = tag_step(elements.tag[below], elements.attributes[below])
        known[below] = path = f"{path}>{step}" if path else step


def json_lines(rows: Sequence[Line]) -> bytes:
    """Rows that all begin with the same key, as JSON lines: encoded at once, which is twice as fast as one by one."""
    if not rows:
        return b""
    try:
        whole = orjson.dumps(rows, option=orjson.OPT_SERIALIZE_NUMPY)
    except orjson.JSONEncodeError:  # a lone surrogate, which a normalizer of one's own could make
        whole = orjson.dumps([_sound(row) for row in rows], option=orjson.OPT_SERIALIZE_NUMPY)
    # A quote inside a string is escaped, so that this is found between rows only.
    start = b'{"' + next(iter(rows[0])).encode() + b'":'
    return whole[1:-1].replace(b"}," + start, b"}\n" + start) + b"\n"


def _sound(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _sound(item) for key, item in value.items()}
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
