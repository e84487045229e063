"""What a run's digest of options covers, and how pages are divided among shards."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cleanweb import cleaner
from cleanweb.corpus.inputs import Page
from cleanweb.corpus.run import MAX_SHARD_BYTES, MAX_SHARD_PAGES, _shards, options_digest
from cleanweb.corpus.worker import Task
from cleanweb.models import FILES

TASK = Task(pipeline=cleaner("ice-bl"))


@pytest.mark.parametrize(
    "change",
    [
        {"pipeline": cleaner("ice-hr")},
        {"pipeline": cleaner("ice-bl", parser="html5lib")},
        {"pipeline": cleaner("ice-bl", tables="rows")},
        {"form": "plain"},
        {"log": "logs"},
        {"log_blocks": "all"},
        {"gzip": True},
        {"pack": 5},
        {"max_bytes": 7},
        {"languages": ("eu",)},
        {"with_blocks": True},
        {"normalized": "xhtml"},
    ],
    ids=str,
)
def test_what_changes_an_output_or_whether_there_is_one_changes_the_digest(change: dict[str, Any]) -> None:
    assert options_digest(replace(TASK, **change)) != options_digest(TASK)


@pytest.mark.parametrize(
    "change",
    [{"output": "txt"}, {"timeout": 1.0}, {"max_memory": 1}, {"metrics": True}, {"signatures": True}, {"newer": True}],
    ids=str,
)
def test_what_changes_none_does_not(change: dict[str, Any]) -> None:
    assert options_digest(replace(TASK, **change)) == options_digest(TASK)


def test_another_directory_of_normalized_pages_is_another_option() -> None:
    """Its files may be from earlier versions of the pages."""
    assert options_digest(replace(TASK, normalized="one")) != options_digest(replace(TASK, normalized="two"))
    assert options_digest(replace(TASK, normalized="caf\udce9")) != options_digest(replace(TASK, normalized="caf"))


def test_files_that_are_called_like_values_of_options_are_none_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tasks = [
        Task(pipeline=cleaner("justext", stoplist=words, tables=tables, lists="flatten"))
        for words, tables in (("auto", "rows"), ("eu", "drop"))
    ]
    tasks += [Task(pipeline=cleaner(system)) for system in ("kitten", "ice-dt", "cleanweb")]
    before = [*map(options_digest, tasks)]
    for name in ("auto", "eu", "rows", "drop", "flatten", "ice_tree", "none"):
        (tmp_path / name).write_text("eta\n", "utf-8")
    assert [*map(options_digest, tasks)] == before


def test_the_digest_is_of_what_is_in_files_not_of_their_names_alone(tmp_path: Path) -> None:
    words = tmp_path / "eu.txt"
    words.write_text("eta\n", "utf-8")
    task = Task(pipeline=cleaner("justext", stoplist=str(words)))
    before = options_digest(task)
    assert options_digest(task) == before
    words.write_text("eta\nda\n", "utf-8")
    assert options_digest(task) != before


def test_a_model_that_is_called_like_a_language_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "eu").write_bytes((FILES / "ice_tree.json").read_bytes())
    task = Task(pipeline=cleaner("ice-dt", model="eu"))
    before = options_digest(task)
    with (tmp_path / "eu").open("a") as file:
        file.write("\n")
    assert options_digest(task) != before


def sizes(pages: Iterator[Page], jobs: int) -> list[int]:
    return [len(shard) for shard in _shards(pages, jobs)]


def test_shards_grow_from_one_page_by_one_a_round_of_the_workers() -> None:
    def pages(count: int) -> Iterator[Page]:
        return (Page(name=f"{number}", path="") for number in range(count))

    assert sizes(pages(0), 1) == []
    assert sizes(pages(11), 1) == [1, 2, 3, 4, 1]
    assert sizes(pages(10), 3) == [1, 1, 1, 2, 2, 2, 1]
    most = sum(range(1, MAX_SHARD_PAGES + 1))
    assert sizes(pages(most + 2 * MAX_SHARD_PAGES), 1)[-3:] == [MAX_SHARD_PAGES] * 3


def test_a_shard_of_large_pages_of_a_stream_ends_earlier() -> None:
    data = bytes(MAX_SHARD_BYTES // 2)
    stream = (Page(name=f"{number}", path="", data=data) for number in range(9))
    assert sizes(stream, 1) == [1, 2, 2, 2, 2]


@pytest.mark.parametrize(
    ("page", "log"),
    [
        ("a.html", "a.jsonl"),
        ("a/journal.html", "a/journal.page.jsonl"),
        ("journals.html", "journals.jsonl"),
        ("journal.html", "journal.page.jsonl"),
        ("journal-0-of-2.htm.gz", "journal-0-of-2.page.jsonl"),
        ("journal", "journal.page.jsonl"),
        ("journal.html.html", "journal.html.jsonl"),
        ("journal.page.html", "journal.page.page.jsonl"),
        ("a.page.html", "a.page.jsonl"),
    ],
)
def test_no_log_of_a_page_has_the_name_of_a_journal(page: str, log: str) -> None:
    assert TASK.log_name(Page(name=page, path=page)) == log


def test_compressed_texts_and_logs_are_called_so() -> None:
    task = replace(TASK, form="vert", gzip=True)
    page = Page(name="journal.html", path="journal.html")
    assert (task.output_name(page), task.log_name(page)) == ("journal.vert.gz", "journal.page.jsonl.gz")
    assert replace(task, keep_suffix=True).output_name(page) == "journal.html.vert.gz"
