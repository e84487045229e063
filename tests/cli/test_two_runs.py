"""Two runs of `cleanweb clean` in one directory at once: texts were mixed, and one emptied the other's journal."""

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

TOLD = "another run is writing there; wait for its end, name another directory, or give one run all pages (-j)\n"


@contextmanager
def first_run(*options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A run into txt that has begun, and waits for a page until it is killed."""
    os.mkfifo("waits.html")
    command = [sys.executable, "-m", "cleanweb", "clean", "waits.html", "-o", "txt/", "-j1", "-q", *options]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, env=environment) as process:
        try:
            deadline = time.monotonic() + 60
            while not any(map(os.path.getsize, Path().glob("txt.log/*.jsonl"))) and time.monotonic() < deadline:
                time.sleep(0.01)
            yield process
        finally:
            process.kill()
            process.wait()
            ends = os.open("waits.html", os.O_RDWR)  # the page that its worker waits for: that goes, too
            time.sleep(0.1)
            os.close(ends)


def test_a_second_run_ends_at_once_and_a_killed_one_is_in_the_way_of_none(cleanweb: Run) -> None:
    make("in/a.html")
    with first_run() as process:
        before = Path("txt.log/journal.jsonl").read_bytes()
        for options in ((), ("--resume",), ("--log", "other"), ("--shard", "0/1"), ("--shard", "0/2")):
            assert cleanweb("in", "-o", "txt", *options) == (1, b"", f"cleanweb: txt: {TOLD}")
        assert (Path("txt.log/journal.jsonl").read_bytes(), tree("txt")) == (before, [])
        assert cleanweb("in/a.html", "-o", "txt/one.txt")[0] == 0  # a file, as by `make -j`
        assert cleanweb("in", "-o", "txt", "--dry-run")[0] == 0
        process.kill()
        process.wait()
        assert cleanweb("in", "-o", "txt", "--resume")[0] == 0
    assert (tree("txt"), tree("txt.log")) == (["a.txt", "one.txt"], ["a.jsonl", "journal.jsonl"])


def test_shards_work_side_by_side_but_not_one_of_them_twice(cleanweb: Run) -> None:
    make(*(f"in/{name}.html" for name in "abcdef"))
    with first_run("--shard", "0/2"):
        assert cleanweb("in", "-o", "txt", "--shard", "1/2")[0] == 0
        assert 0 < len(tree("txt")) < 6
        status, _, err = cleanweb("in", "-o", "txt", "--shard", "0/2", "--resume")
        assert (status, err) == (1, f"cleanweb: txt.log/journal-0-of-2.jsonl: {TOLD}")
        assert cleanweb("in", "-o", "txt") == (1, b"", f"cleanweb: txt: {TOLD}")
    assert cleanweb("in", "-o", "txt", "--shard", "0/2", "--resume")[0] == 0
    assert len(tree("txt")) == 6


@pytest.mark.parametrize("pack", [(), ("-f", "jsonl", "--pack", "1")], ids=["texts", "packs"])
def test_nothing_is_left_of_a_lock(cleanweb: Run, pack: tuple[str, ...]) -> None:
    make("in/a.html")
    for option in ((), ("--resume",)):
        assert cleanweb("in", "-o", "txt", *pack, *option)[0] == 0
        assert (len(tree("txt")), len(tree("txt.log"))) == (1, 2)
    with locked("txt", is_shared=False):
        assert cleanweb("in", "-o", "txt", *pack)[0] == 1
    assert cleanweb("in", "-o", "txt", *pack, "--resume")[0] == 0


def test_logs_of_two_runs_do_not_go_to_one_journal(cleanweb: Run) -> None:
    make("in/a.html")
    with first_run():
        status, _, err = cleanweb("in", "-o", "other", "--log", "txt.log")
    assert (status, err) == (1, f"cleanweb: txt.log/journal.jsonl: {TOLD}")


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EBADF, errno.ENOSYS])
def test_where_nothing_can_be_locked_a_run_goes_on_without(
    cleanweb: Run, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """EBADF is what NFS says of a directory."""
    monkeypatch.setattr("fcntl.flock", mock.Mock(side_effect=OSError(number, os.strerror(number))))
    make("in/a.html")
    assert cleanweb("in", "-o", "txt")[0] == 0
    assert len(journal()) == 1


def test_a_directory_that_may_not_be_read_is_not_locked() -> None:
    with locked("nowhere", is_shared=False):
        pass
