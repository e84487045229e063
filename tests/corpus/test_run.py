"""Runs of worker processes over pages that hang, crash, eat memory, or are killed."""

import dataclasses
import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from resource import RLIM_INFINITY
from unittest import mock

import pytest

from cleanweb import cleaner
from cleanweb.corpus.child import NARROW, OUT_OF_MEMORY, WAITING
from cleanweb.corpus.inputs import ALL_PAGES, Page, find
from cleanweb.corpus.journal import Journal, Outcome, State, Summary
from cleanweb.corpus.journal_reading import read, settled
from cleanweb.corpus.listing import Listing
from cleanweb.corpus.local import Pool, Worker, _cause, processors
from cleanweb.corpus.outputs import temporary
from cleanweb.corpus.packs import Aside, Packs
from cleanweb.corpus.run import _of_packs, run
from cleanweb.corpus.worker import Done, Task
from cleanweb.errors import CleanwebError, OutputError
from tests.corpus.faults import Booms, Faults
from tests.corpus.in_process import InProcess


def page(text: str) -> str:
    return f"<title>t</title><h1>Head</h1><p>{text}"


def make(root: Path, pages: Mapping[str, str]) -> Path:
    for name, text in pages.items():
        path = root / f"{name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(text))
    return root


def clean(
    source: Path,
    out: Path,
    *,
    jobs: int = 1,
    timeout: float = 1.0,
    fail_fast: bool = False,
    max_memory: int = 1 << 30,
    resume: bool = False,
) -> tuple[Summary, dict[str, Outcome]]:
    """Run over a directory with the `Faults` normalizer; the summary, and the journal's outcomes by page name."""
    faulty = dataclasses.replace(cleaner("ice-bl"), normalize=Faults(once=str(out) + ".once"))
    task = Task(pipeline=faulty, output=str(out), log=str(out) + ".log", timeout=timeout, max_memory=max_memory)
    for folder in (task.output, task.log):
        Path(folder).mkdir(exist_ok=True)
    listing = Listing(".txt")
    listing.add(find([str(source)], ALL_PAGES))
    path = str(Path(task.log, "journal.jsonl"))
    if resume:
        listing.mark_done(settled(path, options=""))
    journal = Journal(path, anew=not resume)
    summary = run(listing, Pool(task, jobs), jobs=jobs, journal=journal, fail_fast=fail_fast)
    journal.close()
    return summary, {Path(outcome.input).stem: outcome for outcome in read(path)}


def files(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in out.iterdir()}


def good(numbers: Iterable[int]) -> dict[str, str]:
    return {f"{number:03}": f"Page number {number}." for number in numbers}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Summary, dict[str, Outcome], Path]:
    """Forty good pages, with one bad page of each kind among them, cleaned by two workers."""
    root = tmp_path_factory.mktemp("hostile")
    bad = {"003x": "HANG", "007x": "CRASH", "007y": "DIE", "012x": "MEMORY", "020x": "BOOM", "025x": "WAIT"}
    source = make(root / "in", good(range(40)) | bad)
    return *clean(source, root / "out", jobs=2, timeout=0.4), root / "out"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("003x", "it took longer than the time limit of 0.4 s"),
        ("025x", "it waited longer than 10 times the time limit of 0.4 s (2 times)"),
        ("007x", "its worker was killed by SIGSEGV (3 times)"),
        ("012x", "it needs more memory than the limit of 1024 MB (2 times)"),
    ],
)
def test_a_hostile_page_fails_alone(hostile: tuple[Summary, dict[str, Outcome], Path], name: str, reason: str) -> None:
    _, journal, _ = hostile
    reasons = {reason}
    if os.getloadavg()[0] > 2 * (os.cpu_count() or 1):  # 0.4 s of work may then take more than 4 s of waiting
        reasons |= {"it waited longer than 10 times the time limit of 0.4 s (2 times)", f"{reason} (2 times)"}
    assert journal[name].state == "failed"
    assert journal[name].reason in reasons


def test_a_page_that_fails_with_its_worker_leaves_no_drafts(tmp_path: Path) -> None:
    """Drafts of normalized pages used to remain."""
    task = Task(
        pipeline=dataclasses.replace(cleaner("ice-bl"), normalize=Faults()),
        **{name: str(tmp_path / name) for name in ("output", "log", "normalized")},
    )
    source = make(tmp_path / "in", {"000": "CRASH"})
    for path in task.places(Page(name="000.html", path="")):
        Path(path).parent.mkdir(exist_ok=True)
        Path(temporary(path, b"half of")).write_text("half of")
    pool = Pool(task, 1)
    (done,) = pool.answers([[Page(name="000.html", path=str(source / "000.html"))]])
    pool.close()
    assert done and done.outcome.state == "failed"
    assert not [path for name in ("output", "log", "normalized") for path in (tmp_path / name).iterdir()]


def test_an_exception_of_a_stage_is_told_in_a_line(hostile: tuple[Summary, dict[str, Outcome], Path]) -> None:
    _, journal, _ = hostile
    assert journal["020x"].reason.startswith("ValueError: boom")


def test_a_page_whose_worker_was_killed_by_others_is_tried_again(
    hostile: tuple[Summary, dict[str, Outcome], Path],
) -> None:
    _, journal, _ = hostile
    assert journal["007y"].state == "written"


def test_a_page_in_hand_while_the_run_was_suspended_is_tried_again(tmp_path: Path) -> None:
    """It used to fail like a page that waits for a file system."""
    summary, _ = clean(make(tmp_path / "in", {"000": "LATE"}), tmp_path / "out")
    assert (summary.written, summary.failed) == (1, 0)


@pytest.fixture
def within_two_minutes() -> Iterator[None]:
    """Fails a test after two minutes: a run that waits for a stopped worker would go on for ever."""

    def fail(_number: int, _frame: object) -> None:
        pytest.fail("two minutes are over")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(120)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("within_two_minutes")
def test_a_worker_that_somebody_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run used to wait for it for ever."""
    monkeypatch.setattr("cleanweb.corpus.local.WAITING", 1)
    monkeypatch.setattr("cleanweb.corpus.local.PATIENCE", 0.2)
    summary, _ = clean(make(tmp_path / "in", {"000": "STOP"} | good(range(1, 9))), tmp_path / "out", jobs=2)
    assert (summary.written, summary.failed) == (9, 0)


@pytest.mark.slow
@pytest.mark.usefixtures("within_two_minutes")
def test_a_page_whose_worker_is_stopped_for_longer_than_it_may_wait_is_tried_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cleanweb.corpus.local.PATIENCE", 0.2)
    source = make(tmp_path / "in", {"000": "STOP"} | good(range(1, 9)))
    summary, journal = clean(source, tmp_path / "out", jobs=2, timeout=0.5)
    assert (summary.written, summary.failed) == (8, 1)
    assert journal["000"].reason == "it waited longer than 10 times the time limit of 0.5 s (2 times)"


def test_all_others_are_written_and_the_journal_is_in_order(
    hostile: tuple[Summary, dict[str, Outcome], Path],
) -> None:
    summary, journal, out = hostile
    assert (summary.inputs, summary.written, summary.failed) == (46, 41, 5)
    assert list(journal) == sorted(journal)
    assert sorted(path.stem for path in out.iterdir()) == sorted(
        set(journal) - {"003x", "007x", "012x", "020x", "025x"}
    )


def test_output_does_not_depend_on_jobs(tmp_path: Path) -> None:
    source = make(tmp_path / "in", good(range(60)))
    found = []
    for jobs in (1, 3):
        out = tmp_path / f"out{jobs}"
        clean(source, out, jobs=jobs)
        found.append(files(out))
    assert found[0] == found[1]
    assert len(found[0]) == 60


def children() -> list[int]:
    """The child processes of this one, the oldest first."""
    return [int(child) for child in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


def test_workers_killed_at_random_lose_nothing(tmp_path: Path) -> None:
    source = make(tmp_path / "in", {f"{number:03}": f"SLOW {number}" for number in range(40)})
    others = children()  # such as a resource tracker started by another test
    killed = []

    def kill() -> None:
        for _ in range(4):
            time.sleep(0.2)
            if workers := [child for child in children() if child not in others]:
                os.kill(workers[0], signal.SIGKILL)
                killed.append(workers[0])

    thread = threading.Thread(target=kill)
    thread.start()
    summary, journal = clean(source, tmp_path / "out", jobs=2)
    thread.join()
    assert killed
    assert (summary.written, summary.failed) == (40, 0)
    assert len(journal) == 40


def test_a_worker_that_alone_is_asked_to_end_loses_nothing(tmp_path: Path) -> None:
    """Its remaining pages were counted nowhere, so the run's counts did not add up."""
    summary, journal = clean(make(tmp_path / "in", {"000": "LEAVE"} | good(range(1, 20))), tmp_path / "out")
    assert (summary.written, summary.stopped, len(journal)) == (20, "", 20)


def test_a_page_that_all_others_wait_for_does_not_end_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cleanweb.corpus.local.MAX_WAITING_PAGES", 1)  # with 2048, two workers would need a minute
    source = make(tmp_path / "in", good(range(8)))
    summary, _ = clean(source, tmp_path / "out")
    assert summary.written == 8


@pytest.mark.parametrize("limit", ["MAX_WAITING_PAGES", "MAX_WAITING_BYTES"])
def test_few_answers_wait_for_a_slow_page(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(f"cleanweb.corpus.local.{limit}", 4)
    begun = []

    def shards() -> Iterator[Sequence[Page]]:
        for name, text in ({"000": "HANG"} | good(range(1, 40))).items():
            begun.append(name)
            yield [Page(name, "", data=page(text).encode())]

    pool = Pool(Task(pipeline=dataclasses.replace(cleaner("ice-bl"), normalize=Faults()), timeout=0.5), 2)
    with closing(pool):
        answers = pool.answers(shards())
        assert (slow := next(answers)) and slow.outcome.state == "failed"
        assert len(begun) < 10
        assert [done.outcome.state for done in answers if done] == ["written"] * 39


def test_fail_fast_stops(tmp_path: Path) -> None:
    source = make(tmp_path / "in", {"000": "BOOM"} | good(range(1, 200)))
    summary, _ = clean(source, tmp_path / "out", fail_fast=True)
    assert summary.stopped == "stopped at the first failure"
    assert summary.not_reached > 100
    assert summary.inputs == summary.written + summary.failed + summary.not_reached


class Interrupted:
    """Workers of a stopped run: all pages are handed out, but these are not begun."""

    def __init__(
        self, not_begun: Iterable[int], failure: OutputError | None = None, states: Mapping[int, State] | None = None
    ) -> None:
        self.not_begun = frozenset(not_begun)
        self.failure = failure
        self.states = states or {}

    def answers(self, shards: Iterable[Sequence[Page]]) -> Iterator[Done | None]:
        for number, page in enumerate(page for shard in shards for page in shard):
            outcome = Outcome(input=page.shown, output=page.name, state=self.states.get(number, "written"))
            yield None if number in self.not_begun else Done(outcome, record=f"{number}\n".encode())

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass


def packed(folder: Path) -> tuple[Listing, Packs, Path]:
    """A listing of twenty pages, and a writer of packs of five, with its directory."""
    listing = Listing(".jsonl")
    listing.add(find([str(make(folder / "in", good(range(20))))], ALL_PAGES))
    out = folder / "out"
    out.mkdir()
    return listing, Packs(str(out), "", size=5, prefix="", suffix=".jsonl", log_suffix=".jsonl"), out


@pytest.mark.parametrize("are_there", [False, True])
def test_pages_of_a_pack_are_not_held_until_it_is_full(tmp_path: Path, are_there: bool) -> None:
    listing, packs, out = packed(tmp_path)
    if are_there:
        for number in range(4):
            (out / f"{number:05}.jsonl").touch()
    asked = 0

    def pages() -> Iterator[Page]:
        nonlocal asked
        for page in listing:
            asked += 1
            yield page

    given = 0
    for number, page in enumerate(_of_packs(pages(), packs, listing, Summary()), 1):
        assert asked <= number + 1
        packs.take(Done(Outcome(input=page.shown, output=page.name, state="written"), record=b"record\n"))
        given = number
    assert given == 20
    assert [path.read_bytes().count(b"\n") for path in sorted(out.iterdir())] == [5, 5, 5, 5]


def test_pages_put_aside_come_back_as_they_were(tmp_path: Path) -> None:
    pages = [
        Page("a.html", "crawl.tar", "a.html", data=b"tea"),
        Page("b.html", "b.html", error="no such file"),
        Page("c.html", "crawl.tar", "c.html", data=b""),
        Page("d.html", "crawl.tar", "d.html", data=b"water"),
    ]
    with Aside(str(tmp_path)) as aside:
        for page in pages:
            aside.add(page)
        assert (len(aside), list(aside), list(aside)) == (4, pages, pages)
        assert not any(tmp_path.iterdir())  # the file has no name
    with Aside(str(tmp_path / "gone")) as aside, pytest.raises(OutputError, match="gone: no such file"):
        aside.add(pages[0])


def test_a_pack_in_hand_is_dropped_where_nothing_more_can_be_written(tmp_path: Path) -> None:
    listing, packs, out = packed(tmp_path)

    def full(_: Done, summary: Summary) -> None:
        if summary.written == 8:
            raise OutputError("no space left")

    summary = run(listing, Interrupted([]), packs=packs, sinks=[full])
    assert (summary.stopped, summary.written, summary.not_reached) == ("no space left", 5, 15)
    assert [path.name for path in out.iterdir()] == ["00000.jsonl"]  # and no draft


def test_a_stopped_run_writes_no_pack_without_all_its_pages(tmp_path: Path) -> None:
    listing, packs, out = packed(tmp_path)
    # One worker was ahead of the other by a shard: page 3 is missing, pages 5 to 14 are not.
    with pytest.raises(CleanwebError, match="do not add up"):  # the run had not been stopped
        run(listing, Interrupted([3, 4, 15]), packs=packs)
    assert {path.name: path.read_text().split() for path in out.iterdir()} == {
        "00001.jsonl": ["5", "6", "7", "8", "9"],
        "00002.jsonl": ["10", "11", "12", "13", "14"],
    }


def test_pages_of_a_dropped_pack_are_not_written(tmp_path: Path) -> None:
    listing, packs, _ = packed(tmp_path)
    path = tmp_path / "journal.jsonl"
    journal = Journal(str(path), anew=True)
    workers = Interrupted(
        [3, 15], OutputError("the disk is full"), {1: "failed", 2: "skipped", 6: "skipped", 7: "failed"}
    )
    summary = run(listing, workers, packs=packs, journal=journal)
    journal.close()
    assert (summary.written, summary.skipped, summary.failed, summary.not_reached) == (8, 1, 2, 9)
    names = [page.name for page in listing]
    # Failures are written at once, everything else with the pack.
    assert [names.index(line.output) for line in read(str(path))] == [1, 7, 5, 6, 8, 9, *range(10, 15)]


def test_ctrl_c_does_not_kill_a_worker_that_is_starting() -> None:
    worker = Worker(Task(pipeline=cleaner("ice-bl")))
    worker.process.send_signal(signal.SIGINT)
    assert worker.receive() == "ready"
    worker.give([(0, Page(name="a.html", path="a.html", data=b"<p>Tea"))])
    assert worker.receive() is None  # it was asked to stop before it began the page
    assert worker.close(patience=30) == 0


def test_a_worker_that_ended_leaves_no_open_descriptor() -> None:
    before = sorted(Path("/dev/fd").iterdir())
    worker = Worker(Task(pipeline=cleaner("ice-bl")))
    assert worker.receive() == "ready"
    assert worker.close(patience=30) == 0
    assert sorted(Path("/dev/fd").iterdir()) == before


@pytest.mark.parametrize("is_busy", [False, True])
def test_pages_in_hand_are_finished_unless_the_run_is_stopped_twice_or_closed(is_busy: bool) -> None:
    pool = Pool(Task(pipeline=cleaner("ice-bl")), 2)
    worker = mock.Mock(todo=[(0, Page(name="a.html", path="a.html"))] * is_busy)
    pool._workers = [worker]
    calls = [pool.stop, pool.stop, pool.close]
    told = []
    for call in calls:
        call()
        told.append([name for name, *_ in worker.mock_calls])
        worker.reset_mock()
    assert told == [["process.terminate"], ["process.kill"], ["process.kill"] * is_busy + ["close"]]


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (-signal.SIGPROF, "it took longer than the time limit of 60 s"),
        (-signal.SIGALRM, f"it waited longer than {WAITING} times the time limit of 60 s"),
        (OUT_OF_MEMORY, "it needs more memory than the limit of 512 MB"),
        (-signal.SIGKILL, "its worker was killed by SIGKILL"),
        (3, "its worker ended with status 3, with a memory limit of 512 MB"),
    ],
)
def test_why_a_worker_died(status: int, told: str) -> None:
    assert _cause(status, Task(pipeline=cleaner("ice-bl"), timeout=60, max_memory=512 << 20)) == told


@pytest.mark.parametrize(
    ("asked", "soft", "hard", "told"),
    [
        (512, 256, -1, "the limit of 512 MB"),
        (512, 256, 300, "the limit of 300 MB"),
        (512, 600, 600, "the limit of 512 MB"),
        (0, 256, 300, "the limit of 256 MB"),
        (0, -1, -1, "there is"),
    ],
)
def test_a_limit_of_memory_that_the_system_sets_is_told(
    monkeypatch: pytest.MonkeyPatch, asked: int, soft: int, hard: int, told: str
) -> None:
    """Within `ulimit -v`, as set by batch systems, the reason named the 2048 MB of --max-memory, or 0 MB."""
    limits = tuple(RLIM_INFINITY if limit < 0 else limit << 20 for limit in (soft, hard))
    monkeypatch.setattr("resource.getrlimit", lambda _: limits)
    task = Task(pipeline=cleaner("ice-bl"), max_memory=asked << 20)
    assert _cause(OUT_OF_MEMORY, task) == f"it needs more memory than {told}"


def test_a_stage_that_fails_on_every_page_is_not_told_as_too_little_memory(tmp_path: Path) -> None:
    pipeline = dataclasses.replace(cleaner("ice-bl"), normalize=Booms())
    source = make(tmp_path / "in", {"000": "Tea"})
    pool = Pool(Task(pipeline=pipeline, max_memory=NARROW - 1), 1)
    (done,) = pool.answers([[Page(name="000.html", path=str(source / "000.html"))]])
    pool.close()
    assert done and "boom: " in done.outcome.reason


def test_processors_are_counted_where_none_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert processors() == len(os.sched_getaffinity(0))
    monkeypatch.delattr(os, "sched_getaffinity")  # as on macOS
    assert processors() == os.cpu_count()


def test_workers_that_the_system_does_not_allow_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr("cleanweb.corpus.local.subprocess.Popen", refuse)
    with pytest.raises(CleanwebError, match=r"cannot start \(resource temporarily unavailable\); fewer \(-j\) may do"):
        list(Pool(Task(pipeline=cleaner("ice-bl")), 2).answers([[Page(name="a.html", path="a.html")]]))


@pytest.mark.parametrize(
    ("python", "told"), [("", "since Python does not know where it is"), ("/none/python", "as /none/python")]
)
def test_a_python_that_cannot_be_started_again_is_told(python: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message used to suggest fewer workers."""
    monkeypatch.setattr("cleanweb.corpus.local.sys.executable", python)
    with pytest.raises(CleanwebError, match=rf"cannot start \([a-z ]+\): Python cannot be started again {told}$"):
        list(Pool(Task(pipeline=cleaner("ice-bl")), 2).answers([[Page(name="a.html", path="a.html")]]))


def test_workers_that_are_all_killed_at_once_end_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed = tmp_path / "python"
    killed.write_text("#!/bin/sh\nkill -9 $$\n")
    killed.chmod(0o755)
    monkeypatch.setattr("cleanweb.corpus.local.sys.executable", str(killed))
    with pytest.raises(CleanwebError, match="a worker process cannot start"):
        list(Pool(Task(pipeline=cleaner("ice-bl")), 2).answers([[Page(name="a.html", path="a.html")]]))


def test_what_is_printed_while_a_worker_starts_is_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('set up', flush=True)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    worker = Worker(Task(pipeline=cleaner("ice-bl")))
    assert worker.receiver.poll(60), "no answer"
    assert worker.receive() == "ready"
    assert worker.close(patience=30) == 0
    assert capfd.readouterr() == ("", "set up\n")


def test_a_full_disk_stops_the_run(tmp_path: Path) -> None:
    source = make(tmp_path / "in", {"000": "small"} | {"001": "long " * 5000} | good(range(2, 100)))
    script = (
        "import resource, sys; from pathlib import Path; from tests.corpus.test_run import clean;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (15000, 15000));"
        f"summary, journal = clean(Path({str(source)!r}), Path({str(tmp_path / 'out')!r}));"
        "print(summary.stopped, '|', summary.written, len(journal), summary.not_reached)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    stopped, counts = done.stdout.strip().split(" | ")
    assert stopped.startswith("cannot write")
    assert stopped.endswith("file too large")
    written, lines, not_reached = map(int, counts.split())
    assert written == lines >= 1
    assert written + not_reached == 100
    assert not (tmp_path / "out" / "001.txt").exists()
    assert all(path.suffix == ".txt" for path in (tmp_path / "out").iterdir())


def test_a_vanished_page_and_an_unreadable_one_fail(tmp_path: Path) -> None:
    source = make(tmp_path / "in", good(range(3)))
    (source / "001.html").unlink()
    (source / "001.html").symlink_to(source / "loop.html")
    listing = Listing(".txt")
    listing.add(find([str(source)], ALL_PAGES))
    summary = run(listing, Pool(Task(pipeline=cleaner("ice-bl"), output=str(tmp_path)), 1))
    assert (summary.written, summary.failed) == (2, 1)


def test_an_output_directory_that_vanishes_stops_the_run(tmp_path: Path) -> None:
    source = make(tmp_path / "in", good(range(3)))
    listing = Listing(".txt")
    listing.add(find([str(source)], ALL_PAGES))
    summary = run(listing, Pool(Task(pipeline=cleaner("ice-bl"), output=str(tmp_path / "gone")), 1))
    assert summary.stopped.endswith("the directory is gone")
    assert summary.not_reached == 3


class Signalled(Interrupted):
    """Workers of a run that gets two signals before its pages are cleaned."""

    def answers(self, shards: Iterable[Sequence[Page]]) -> Iterator[Done | None]:
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGTERM)
        return super().answers(shards)


def test_a_signal_is_told_of_once_and_before_the_page_in_hand_is_finished() -> None:
    """A page may take a minute, during which nothing showed that the signal had arrived."""
    listing = Listing(".txt")
    listing.add([Page("a.html", "a.html")])
    told: list[str] = []
    summary = run(
        listing,
        Signalled([]),
        sinks=[lambda done, _: told.append(done.outcome.state)],
        tell_of_signal=told.append,
    )
    expected = "SIGTERM: finishing the pages in progress first; a second signal does not wait for them"
    assert (told, summary.stopped) == ([expected, "written"], "stopped by SIGTERM")


def test_a_second_signal_ends_what_a_reader_holds_up() -> None:
    listing = Listing(".txt")
    listing.add([Page("a.html", "a.html"), Page("b.html", "b.html")])
    told: list[str] = []

    def stands_still(*_: object) -> None:
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGTERM)
            told.append("still there")

    summary = run(listing, Interrupted([]), sinks=[stands_still])
    assert (told, summary.stopped, summary.not_reached) == (["still there"], "stopped by SIGTERM", 1)


def test_a_signal_before_a_stream_is_waited_for_ends_the_run() -> None:
    """The stream never ends: if the run did not look for earlier signals, it would wait for ever."""
    reading, writing = os.pipe()
    listing = Listing(".txt")
    listing.add([Page("stdin", f"/dev/fd/{reading}")])
    watch = threading.Timer(10, os.close, [writing])
    watch.start()
    try:
        summary = run(listing, Signalled([]))
    finally:
        watch.cancel()
        for number in (reading, writing):
            with suppress(OSError):
                os.close(number)
    assert (summary.stopped, summary.written, summary.not_reached) == ("stopped by SIGTERM", 0, 1)


class Told(Interrupted):
    """Workers that note after how many pages they are stopped, and when they are closed."""

    told: list[str]

    def answers(self, shards: Iterable[Sequence[Page]]) -> Iterator[Done | None]:
        self.told, self.count = [], 0
        for answer in super().answers(shards):
            self.count += 1
            yield answer

    def stop(self) -> None:
        self.told.append(f"stopped at {self.count}")

    def close(self) -> None:
        self.told.append("closed")


def listed(*names: str) -> Listing:
    listing = Listing(".txt")
    listing.add([Page(name, name) for name in names])
    return listing


def test_only_the_first_failure_ends_a_run_and_an_earlier_page_does_not() -> None:
    workers = Told([], states={1: "failed", 2: "failed"})
    summary = run(listed("a", "b", "c", "d"), workers, fail_fast=True)
    assert (workers.told, summary.stopped) == (["stopped at 2", "closed"], "stopped at the first failure")
    assert 0 < summary.seconds < 600


def test_a_failure_after_a_signal_does_not_hide_it() -> None:
    summary = run(listed("a"), Signalled([], states={0: "failed"}), fail_fast=True)
    assert (summary.stopped, summary.signal) == ("stopped by SIGTERM", signal.SIGTERM)


@pytest.mark.parametrize("number", [0, signal.SIGINT])
def test_a_reader_that_goes_away_ends_a_run_as_sigpipe_unless_a_signal_did(number: int) -> None:
    """Ctrl-C ends readers in a pipeline, too."""

    def gone(*_: object) -> None:
        if number:
            os.kill(os.getpid(), number)
        raise BrokenPipeError

    workers = Told([])
    summary = run(listed("a", "b"), workers, sinks=[gone])
    why = "stopped by SIGINT" if number else "stopped by SIGPIPE: nobody reads its output any more"
    assert (summary.stopped, summary.signal, summary.not_reached) == (why, number or signal.SIGPIPE, 1)
    assert workers.told[-1] == "closed"


@pytest.mark.parametrize(("size", "state"), [(30, "written"), (31, "skipped")])
def test_a_page_of_an_open_descriptor_has_a_size_and_others_come_after_it(
    tmp_path: Path, size: int, state: State
) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"<p>Tea".ljust(size))
    os.close(writing)
    (tmp_path / "a.html").write_text("<p>Tea")
    listing = Listing(".txt", max_bytes=30)
    listing.add([Page("stdin", f"/dev/fd/{reading}"), Page("a", str(tmp_path / "a.html"))])
    states: list[State] = []
    task = Task(pipeline=cleaner("ice-bl"), max_bytes=30)
    run(listing, InProcess(task, 1), sinks=[lambda done, _: states.append(done.outcome.state)])
    os.close(reading)
    assert states == [state, "written"]
