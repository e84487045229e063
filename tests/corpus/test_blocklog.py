import gzip
import json
import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from cleanweb import cleaner
from cleanweb.corpus.blocklog import block_log, block_logs, removed
from cleanweb.jsonl import json_lines
from cleanweb.page import Blocks, Edit, Explanation, Linearized, Verdicts
from cleanweb.pipeline import Pipeline

PAGE = b"<div class='nav main'><p id=a>One</p>\n<p>Two},{&quot;keep&quot;:1</p></div><p>Three"


@dataclass(frozen=True, slots=True, kw_only=True)
class DropFirst:
    def __call__(self, blocks: Blocks) -> Verdicts:
        count = len(blocks)
        return Verdicts([row > 1 for row in range(count)], ["p"] * count, ["first"] * count, [0.5] * count)

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:  # noqa: ARG002  (a stage's signature)
        return [Explanation(f"it is number {row}", {"number": row}) for row in rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stops:
    def __call__(self, blocks: Blocks, verdicts: Verdicts) -> Linearized:  # noqa: ARG002  (a stage's signature)
        return Linearized("Three.\n", [Edit(2, "final full stop", added=".")] if verdicts.keep[2] else [])


def dropping() -> Pipeline:
    return replace(cleaner("ice-bl"), classify=(DropFirst(),), linearize=Stops())


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


def test_a_log_grows_with_the_edits_of_a_block() -> None:
    """Every line repeated its text: a page of 190 KB with 4,000 abbreviations in a paragraph had a log of 129 MB."""
    clean = cleaner("kitten")
    whole = clean("<p>" + "<abbr title='New South Wales'>NSW</abbr> and " * 4000)
    for blocks, whole_texts in (("all", 2), ("removed", 1)):
        lines = [json.loads(line) for line in block_log(whole, blocks).splitlines()]  # type: ignore[arg-type]  # a Literal
        assert [line["text"] for line in lines[:whole_texts]] == whole.blocks.text * whole_texts
        assert all(whole.blocks.text[0].startswith(line["text"]) for line in lines)
        assert sum(len(line["text"]) for line in lines) < 4100 * 100 + whole_texts * len(whole.blocks.text[0])


def test_edits_stand_in_the_order_of_the_text() -> None:
    page = cleaner("kitten")(b"<p><abbr title=one>a</abbr> <abbr title=two>b</abbr>")
    assert [edit.added for edit in page.linearized.edits] == ["(one)", "(two)", "."]


def test_an_edit_says_what_it_did_and_where() -> None:
    page = cleaner("kitten")(b"<p>It is for:<ul><li>us<li>you</ul>")
    assert [json.loads(line)["reason"] for line in block_log(page, "removed").splitlines()] == [
        "the linearizer took out ':' (list 1, item 1 of 2)",
        "the linearizer added '.'",
        "the linearizer added 'It is for' (list 1, item 2 of 2)",
        "the linearizer added '.'",
    ]


def test_long_logs_are_made_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    page = b"".join(b"<ul><li>Item %d<li>other</ul><p>Text %d.\n" % (number, number) for number in range(30))
    for system in ("cleanweb", "kitten", "density"):  # kitten edits its text, density is a chain
        cleaned = cleaner(system)(page)
        whole = [block_log(cleaned, blocks) for blocks in ("removed", "all", "none")]
        with monkeypatch.context() as patch:
            patch.setattr("cleanweb.corpus.blocklog.CHUNK", 7)
            patch.setattr("cleanweb.models.boosted_trees.MAX_ROWS", 5)
            assert [block_log(cleaned, blocks) for blocks in ("removed", "all", "none")] == whole
        assert whole[1].count(b"\n") >= len(cleaned.blocks) >= 30


def test_a_log_grows_with_the_page_and_not_with_its_depth_or_its_names() -> None:
    lines = block_log(cleaner("ice-bl")(b"<div>word " * 300), "all").splitlines()
    assert json.loads(lines[-1])["path"] == "...>div>div>div>div>div>div"
    assert json.loads(lines[2])["path"] == "html>body>div>div>div"
    (line,) = block_log(cleaner("ice-bl")(b"<div class='" + b"x" * 5000 + b"'>word"), "all").splitlines()
    assert json.loads(line)["path"] == "html>body>div." + "x" * 60


def test_what_is_called_like_a_journal_is_no_block_log(tmp_path: Path) -> None:
    names = (
        "journal.jsonl",
        "journal-0-of-9.jsonl",
        "journal-1-of-9.jsonl.xz",
        "journals-of-2020.jsonl",
        "a/journal.jsonl",
        "a/journal.page.jsonl",
        "b.jsonl.gz",
        "c.txt",
    )
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert [page.name for page in block_logs([str(tmp_path)])] == [
        "a/journal.page.jsonl",
        "b.jsonl.gz",
        "journals-of-2020.jsonl",
    ]


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_a_pack_of_logs_is_read_line_by_line(tmp_path: Path, suffix: str) -> None:
    line = json_lines([{"keep": False, "rule": "menu", "text": "Read more " * 30}])
    pack = tmp_path / f"00000.jsonl{suffix}"
    with gzip.open(pack, "wb") if suffix else pack.open("wb") as file:
        for _ in range(30_000):
            file.write(line)
    (log,) = block_logs([str(tmp_path)])
    tracemalloc.start()
    try:
        assert sum(rule == "menu" for rule in removed(log, "rule")) == 30_000
        assert tracemalloc.get_traced_memory()[1] < len(line) * 30_000 / 5
    finally:
        tracemalloc.stop()
