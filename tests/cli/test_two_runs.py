"""Two runs of `cleanweb clean` at once in one directory: they mixed texts, and one emptied the other's journal."""

import errno
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest

from cleanweb.corpus.lock import locked
from tests.cli.runs import Run, journal, make, tree
from tests.fixtures import environment
from tests.timing import wait_until

WAITS = "another run is writing there; waiting for its end\n"


def begun(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "cleanweb", "clean", *arguments, "--system", "ice-bl", "-j1", "-q"]
    return subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE, text=True)


@contextmanager
def first_run(*options: str) -> Iterator[subprocess.Popen[str]]:
    """A run into txt that has begun, and waits for a page until it is killed."""
    os.mkfifo("waits.html")
    with begun("waits.html", "-o", "txt/", *options) as process:
        try:
            wait_until(lambda: any(map(os.path.getsize, Path().glob("txt.log/*.jsonl"))))
            yield process
        finally:
            process.kill()
            process.wait()
            ends = os.open("waits.html", os.O_RDWR)  # end the page that its worker waits for, and so the worker
            time.sleep(0.1)
            os.close(ends)


@pytest.mark.parametrize(
    ("options", "place"),
    [
        (("-o", "txt"), "txt"),
        (("-o", "txt", "--resume"), "txt"),
        (("-o", "txt", "--log", "other"), "txt"),
        (("-o", "txt", "--shard", "0/2"), "txt"),
        (("-o", "txt", "-f", "jsonl", "--pack", "1"), "txt"),
        (("-o", "other", "--log", "txt.log"), "txt.log/journal.jsonl"),
    ],
)
def test_a_second_run_waits_for_the_first_and_says_so(cleanweb: Run, options: tuple[str, ...], place: str) -> None:
    """Texts of both runs were mixed, and one emptied the other's journal."""
    make("in/a.html")
    with first_run() as first:
        before = Path("txt.log/journal.jsonl").read_bytes()
        with begun("in", *options) as second:
            assert second.stderr is not None
            assert second.stderr.readline() == f"cleanweb: {place}: {WAITS}"
            time.sleep(0.1)
            assert (Path("txt.log/journal.jsonl").read_bytes(), tree("txt")) == (before, [])
            assert cleanweb("in/a.html", "-o", "txt/one.txt")[0] == 0  # a single file, as by `make -j`
            assert cleanweb("in", "-o", "txt", "--dry-run")[0] == 0
            Path("txt/one.txt").unlink()
            first.kill()
            assert second.wait(60) == 0
    assert "--shard" in options or tree("other" if "other" in options[1] else "txt")


def test_shards_work_side_by_side_but_not_one_of_them_twice(cleanweb: Run) -> None:
    make(*(f"in/{name}.html" for name in "abcdef"))
    with first_run("--shard", "0/2") as first:
        assert cleanweb("in", "-o", "txt", "--shard", "1/2")[0] == 0
        assert 0 < len(tree("txt")) < 6
        with begun("in", "-o", "txt", "--shard", "0/2", "--resume") as second:
            assert second.stderr is not None
            assert second.stderr.readline() == f"cleanweb: txt.log/journal-0-of-2.jsonl: {WAITS}"
            first.kill()
            assert second.wait(60) == 0
    assert len(tree("txt")) == 6


@pytest.mark.parametrize("pack", [(), ("-f", "jsonl", "--pack", "1")], ids=["texts", "packs"])
def test_nothing_is_left_of_a_lock(cleanweb: Run, pack: tuple[str, ...]) -> None:
    make("in/a.html")
    for option in ((), ("--resume",)):
        assert cleanweb("in", "-o", "txt", *pack, *option)[0] == 0
        assert (len(tree("txt")), len(tree("txt.log"))) == (1, 2)


def test_many_calls_at_once_write_all_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As by `xargs -P`."""
    monkeypatch.chdir(tmp_path)
    names = [f"in/{name}.html" for name in "abcd"]
    make(*names)
    runs = [begun(name, "-o", "txt/") for name in names]
    for one in runs:
        with one:
            assert one.wait(60) == 0
    assert tree("txt") == ["in/a.txt", "in/b.txt", "in/c.txt", "in/d.txt"]


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EBADF, errno.ENOSYS])
def test_where_nothing_can_be_locked_a_run_goes_on_without(
    cleanweb: Run, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """NFS answers EBADF for a directory."""
    monkeypatch.setattr("fcntl.flock", mock.Mock(side_effect=OSError(number, os.strerror(number))))
    make("in/a.html")
    assert cleanweb("in", "-o", "txt")[0] == 0
    assert len(journal()) == 1


def test_a_directory_that_may_not_be_read_is_not_locked() -> None:
    with locked("nowhere/at/all", print):
        pass
