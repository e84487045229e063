"""Runs on moving ground: inputs and output directories change or vanish while they work."""

import ctypes
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from cleanweb import cleaner
from cleanweb.corpus.inputs import ALL_PAGES, Page, find
from cleanweb.corpus.journal import Journal
from cleanweb.corpus.listing import Listing
from cleanweb.corpus.local import Pool
from cleanweb.corpus.run import run
from cleanweb.corpus.worker import Task, clean_page
from cleanweb.errors import OutputError
from tests.corpus.test_run import clean, files, good, make, page
from tests.timing import once_there, started

SLOW = {f"{number:03}": f"SLOW {number}" for number in range(30)}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return make(tmp_path / "in", SLOW)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    root = tmp_path_factory.mktemp("undisturbed")
    clean(make(root / "in", SLOW), root / "whole", jobs=2)
    return files(root / "whole")


def test_an_output_directory_that_goes_stops_the_run(tmp_path: Path, source: Path, expected: dict[str, bytes]) -> None:
    out = tmp_path / "out"
    thread = once_there(out / "002.txt", lambda: out.rename(tmp_path / "moved"))
    summary, journal = clean(source, out, jobs=2)
    thread.join()
    assert summary.stopped.endswith("the directory is gone")
    assert summary.not_reached > 0
    moved = [name for name in files(tmp_path / "moved") if not name.startswith(".")]  # drafts cannot be removed there
    assert summary.written == len(journal) == len(moved)
    summary, _ = clean(source, out, jobs=2, resume=True)
    assert (summary.written, summary.done) == (30, 0)  # what the journal lists but the directory lacks is done again
    assert files(out) == expected


def test_a_page_that_changes_during_the_run_is_read_once_and_again_by_resume(tmp_path: Path, source: Path) -> None:
    changing, out = source / "029.html", tmp_path / "out"

    def change() -> None:
        new = tmp_path / "new"
        new.write_text(page("SLOW changed"))
        new.replace(changing)

    thread = once_there(out / "002.txt", change)
    summary, journal = clean(source, out)
    thread.join()
    assert summary.written == 30
    assert journal["029"].digest == sha256(changing.read_bytes()).hexdigest()
    assert (out / "029.txt").read_text().endswith("SLOW changed\n")
    changing.write_text(page("changed again"))
    summary, _ = clean(source, out, resume=True)
    assert (summary.written, summary.done) == (1, 29)
    assert (out / "029.txt").read_text().endswith("changed again\n")


def test_a_page_that_is_emptied_or_grows_while_it_is_read_is_whole_or_short(tmp_path: Path, source: Path) -> None:
    """The digest in the journal is that of the bytes that were cleaned, whatever happened to the page since."""
    stop = threading.Event()
    versions = ["", page("x" * 100_000), page("y")]

    def rewrite() -> None:
        while not stop.is_set():
            for text in versions:
                (source / "015.html").write_text(text)

    thread = threading.Thread(target=rewrite)
    thread.start()
    summary, journal = clean(source, tmp_path / "out")
    stop.set()
    thread.join()
    assert summary.written == 30
    read = [version.encode()[: journal["015"].bytes] for version in [*versions, page(SLOW["015"])]]
    assert journal["015"].digest in [sha256(data).hexdigest() for data in read]


def test_a_page_that_vanishes_fails_alone(tmp_path: Path, source: Path, expected: dict[str, bytes]) -> None:
    out = tmp_path / "out"
    thread = once_there(out / "002.txt", (source / "029.html").unlink)
    summary, journal = clean(source, out)
    thread.join()
    assert (summary.written, summary.failed) == (29, 1)
    assert journal["029"].reason == "no such file or directory"
    assert files(out) == {name: data for name, data in expected.items() if name != "029.txt"}


def test_a_journal_on_a_full_disk_stops_the_run(tmp_path: Path) -> None:
    source = make(tmp_path / "in", good(range(50)))
    out = tmp_path / "out"
    out.mkdir()
    (tmp_path / "journal.jsonl").symlink_to("/dev/full")
    listing = Listing(".txt")
    listing.add(find([str(source)], ALL_PAGES))
    journal = Journal(str(tmp_path / "journal.jsonl"), anew=True)
    summary = run(listing, Pool(Task(pipeline=cleaner("ice-bl"), output=str(out)), 1), journal=journal)
    journal.close()
    assert summary.stopped.endswith("journal.jsonl: no space left on device")
    assert summary.inputs == summary.written + summary.not_reached
    assert summary.not_reached > 0


def test_a_journal_that_is_removed_stops_the_run(tmp_path: Path) -> None:
    source, out, path = make(tmp_path / "in", good(range(50))), tmp_path / "out", tmp_path / "journal.jsonl"
    out.mkdir()
    listing = Listing(".txt")
    listing.add(find([str(source)], ALL_PAGES))
    journal = Journal(str(path), anew=True)
    pool = Pool(Task(pipeline=cleaner("ice-bl"), output=str(out)), 1)
    summary = run(listing, pool, journal=journal, sinks=[lambda *_: path.unlink(missing_ok=True)])
    journal.note("finished", {})
    journal.close()
    assert summary.stopped.endswith("journal.jsonl: it was removed")
    assert summary.inputs == summary.written + summary.not_reached
    assert summary.not_reached > 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 128 KB, if this process may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"tmpfs", os.fsencode(folder), b"tmpfs", 0, b"size=128k"):
        pytest.skip(f"no small file system: {os.strerror(ctypes.get_errno())}")  # most containers forbid it
    yield folder
    libc.umount2(os.fsencode(folder), 2)


def test_a_full_disk_loses_nothing(tmp_path: Path, small_disk: Path) -> None:
    source = make(tmp_path / "in", {f"{number:03}": f"{number} word " * 300 for number in range(60)})
    clean(source, tmp_path / "whole")
    summary, journal = clean(source, small_disk / "out", jobs=2)
    assert summary.stopped.endswith("no space left on device")
    assert summary.inputs == summary.written + summary.not_reached
    assert len(journal) <= summary.written < 60  # the disk may be full before the first line of the journal
    expected = files(tmp_path / "whole")
    left = files(small_disk / "out")  # a stopped worker may leave a draft, which the next run removes
    assert all(data == expected[name] for name, data in left.items() if not name.startswith(".cleanweb-"))
    roomy = tmp_path / "roomy"
    shutil.copytree(small_disk, roomy)
    summary, _ = clean(source, roomy / "out", jobs=2, resume=True)
    assert summary.written + summary.done == 60
    assert files(roomy / "out") == expected


def test_the_worker_of_a_killed_run_writes_nothing_more(tmp_path: Path) -> None:
    """It used to finish its page and overwrite the text of the next run."""
    source, out = make(tmp_path / "in", {"000": "ORPHAN"}), tmp_path / "out"
    script = (
        "from pathlib import Path; from tests.corpus.test_run import clean;"
        f"clean(Path({str(source)!r}), Path({str(out)!r}), timeout=60)"
    )
    with started([sys.executable, "-c", script], stderr=subprocess.PIPE) as process:
        once_there(tmp_path / "out.once", process.kill).join()
        assert process.communicate(timeout=60)[1] == b""  # the worker shares stderr, so it is gone, too
    assert files(out) == {}
    assert list(files(tmp_path / "out.log")) == ["journal.jsonl"]


def test_the_worker_of_a_killed_run_removes_nothing(tmp_path: Path) -> None:
    """Such as the text of a page that it skips, which the next run may have cleaned."""
    (tmp_path / "a.txt").write_text("of the next run")
    task = Task(pipeline=cleaner("ice-bl"), output=str(tmp_path), parent=-1)
    with pytest.raises(OutputError, match="the run is gone"):
        clean_page(Page("a.html", "a.html", data=b"%PDF-1.4 "), task)
    assert (tmp_path / "a.txt").read_text() == "of the next run"


@pytest.mark.slow  # many runs
def test_a_run_killed_at_random_again_and_again_ends_with_the_same_bytes(
    tmp_path: Path, source: Path, expected: dict[str, bytes]
) -> None:
    out = tmp_path / "out"
    script = (
        "from pathlib import Path; from tests.corpus.test_run import clean;"
        f"clean(Path({str(source)!r}), Path({str(out)!r}), jobs=2, resume=True)"
    )
    dice = random.Random(1)
    for _ in range(4):
        had = len(list(out.iterdir())) if out.exists() else 0  # names only: drafts come and go
        with subprocess.Popen([sys.executable, "-c", script], start_new_session=True) as process:
            deadline = time.monotonic() + 60
            while process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.01)
                if out.exists() and len(list(out.iterdir())) > had + dice.randrange(5):
                    process.send_signal(signal.SIGKILL)
                    break
    summary, journal = clean(source, out, jobs=2, resume=True)
    assert summary.failed == 0
    assert summary.done > 0
    assert len(journal) == 30
    assert files(out) == expected
