"""The log of one page: a JSON line for every removed block (or every block), and for every edit of the linearizer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import orjson

from cleanweb.page import Elements, tag_step
from cleanweb.pipeline import Cleaned

LogBlocks = Literal["removed", "all", "none"]


def block_log(cleaned: Cleaned, blocks: LogBlocks) -> bytes:
    """JSON lines with the fields `keep kind rule reason score numbers path text`, in document order.

    An edit is a line of its own after its block's: the same fields, with `edit` naming the words added and removed.
    Reasons are worked out for the logged blocks only.
    """
    rows = _rows(cleaned, blocks)
    paths = _paths(cleaned.blocks.elements)
    lines: dict[int, list[Any]] = {}
    for row, why in zip(rows, cleaned.explain(rows), strict=True):
        lines[row] = [_line(cleaned, row, paths, cleaned.verdicts.rule[row], why.reason, numbers=why.numbers)]
    for edit in cleaned.linearized.edits if blocks != "none" else ():
        parts = (("added", edit.added), ("took out", edit.removed))
        told = " and ".join(f"{verb} {words!r}" for verb, words in parts if words)
        change = {"added": edit.added, "removed": edit.removed}
        line = _line(cleaned, edit.block, paths, edit.rule, f"the linearizer {told}", edit=change)
        lines.setdefault(edit.block, []).append(line)
    return b"".join(_dumps(line) for row in sorted(lines) for line in lines[row])


def _rows(cleaned: Cleaned, blocks: LogBlocks) -> Sequence[int]:
    if blocks == "all":
        return range(len(cleaned.blocks))
    return [row for row, keep in enumerate(cleaned.verdicts.keep) if not keep and blocks == "removed"]


def _line(cleaned: Cleaned, row: int, paths: Sequence[str], rule: str, reason: str, **more: Any) -> dict[str, Any]:
    verdicts, blocks = cleaned.verdicts, cleaned.blocks
    container = blocks.container[row]
    return {
        "keep": verdicts.keep[row],
        "kind": verdicts.kind[row],
        "rule": rule,
        "reason": reason,
        "score": verdicts.score[row],
        "numbers": {},
        "path": paths[container] if container >= 0 else "",
        "text": blocks.text[row],
    } | more


def _paths(elements: Elements) -> list[str]:
    """The tag path of every element, each made from its parent's."""
    found: list[str] = []
    for parent, tag, attributes in zip(elements.parent, elements.tag, elements.attributes, strict=True):
        step = tag_step(tag, attributes)
        found.append(f"{found[parent]}>{step}" if parent >= 0 else step)
    return found


def _dumps(line: dict[str, Any]) -> bytes:
    option = orjson.OPT_APPEND_NEWLINE | orjson.OPT_SERIALIZE_NUMPY
    try:
        return orjson.dumps(line, option=option)
    except orjson.JSONEncodeError:  # a lone surrogate, which a normalizer of one's own could make
        return orjson.dumps({**line, "text": _sound(line["text"]), "reason": _sound(line["reason"])}, option=option)


def _sound(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
