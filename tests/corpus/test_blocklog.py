import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cleanweb.corpus.blocklog import block_log, json_lines
from cleanweb.page import Blocks, Edit, Explanation, Linearized, Verdicts
from cleanweb.pipeline import Pipeline
from cleanweb.systems import pipeline

PAGE = b"<div class='nav main'><p id=a>One</p>\n<p>Two},{&quot;keep&quot;:1</p></div><p>Three"


@dataclass(frozen=True, slots=True, kw_only=True)
class DropFirst:
    def __call__(self, blocks: Blocks) -> Verdicts:
        count = len(blocks)
        return Verdicts([row > 1 for row in range(count)], ["p"] * count, ["first"] * count, [0.5] * count)

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:  # noqa: ARG002
        return [Explanation(f"it is number {row}", {"number": row}) for row in rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stops:
    def __call__(self, blocks: Blocks, verdicts: Verdicts) -> Linearized:  # noqa: ARG002
        return Linearized("Three.\n", [Edit(2, "final full stop", added=".")] if verdicts.keep[2] else [])


def dropping() -> Pipeline:
    return replace(pipeline("ice-bl"), classify=(DropFirst(),), classify_names=("drop-first",), linearize=Stops())


def test_a_line_for_every_removed_block_and_every_edit() -> None:
    rows = [json.loads(line) for line in block_log(dropping()(PAGE), "removed").splitlines()]
    assert rows[0] == {
        "keep": False,
        "kind": "p",
        "rule": "first",
        "reason": "it is number 0",
        "score": 0.5,
        "numbers": {"number": 0},
        "path": "html>body>div.nav>p#a",
        "text": "One",
    }
    assert rows[1]["text"] == 'Two},{"keep":1'
    assert (rows[2]["keep"], rows[2]["rule"], rows[2]["edit"]) == (
        True,
        "final full stop",
        {"added": ".", "removed": ""},
    )
    assert len(rows) == 3


def test_all_blocks_and_none() -> None:
    cleaned = dropping()(PAGE)
    assert [json.loads(line)["text"] for line in block_log(cleaned, "all").splitlines()][2:] == ["Three", "Three"]
    assert block_log(cleaned, "none") == b""


def test_lone_surrogates_do_not_stop_a_log() -> None:
    (row,) = json_lines([{"keep": True, "text": "a\ud800", "numbers": {"x": "\udfff"}}]).splitlines()
    assert json.loads(row) == {"keep": True, "text": "a?", "numbers": {"x": "?"}}
