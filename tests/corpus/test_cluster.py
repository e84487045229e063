"""Real Dask clusters and what happens to them: killed workers, poisonous pages, a lost scheduler."""
# ruff: noqa: E402  (the module under test needs an extra, so its imports wait for `importorskip`)

import dataclasses
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from itertools import chain, count, repeat
from pathlib import Path

import pytest

distributed = pytest.importorskip("distributed", reason="needs the extra [dask]")

from cleanweb import cleaner
from cleanweb.corpus.cluster import Cluster, clean_shard, connect
from cleanweb.corpus.inputs import ALL_PAGES, Page, find
from cleanweb.corpus.journal import Journal, Summary
from cleanweb.corpus.journal_reading import read, settled
from cleanweb.corpus.listing import Listing
from cleanweb.corpus.local import Pool
from cleanweb.corpus.run import Workers, run
from cleanweb.corpus.worker import Done, Task
from cleanweb.errors import CleanwebError, UsageError
from tests.corpus.faults import Faults
from tests.corpus.test_run import files, good, make
from tests.fixtures import environment
from tests.timing import once_there, wait_until

pytestmark = pytest.mark.slow  # starts clusters


def task(out: Path) -> Task:
    faulty = dataclasses.replace(cleaner("ice-bl"), normalize=Faults())
    return Task(pipeline=faulty, output=str(out), options="o", timeout=1.0, max_memory=1 << 30)


def clean(source: Path, out: Path, workers: Workers, *, resume: bool = False) -> Summary:
    out.mkdir(exist_ok=True)
    listing = Listing(".txt")
    listing.add(find([str(source)], ALL_PAGES))
    path = str(out) + ".journal"
    if resume:
        listing.mark_done(settled(path, options="o"))
    journal = Journal(path, anew=not resume)
    summary = run(listing, workers, jobs=2, journal=journal)
    journal.close()
    return summary


@pytest.fixture
def cluster() -> Iterator[object]:
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=0) as found:
        yield found


@pytest.fixture(scope="module")
def slow_pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pages = {f"{number:03}": f"SLOW {number}" for number in range(150)}
    return make(tmp_path_factory.mktemp("slow") / "in", pages)


@pytest.fixture(scope="module")
def expected(slow_pages: Path) -> dict[str, bytes]:
    out = slow_pages.parent / "local"
    clean(slow_pages, out, Pool(task(out), 2))
    return files(out)


def kill_when(path: Path, pid: int) -> threading.Thread:
    """Kill a process as soon as a file exists."""
    return once_there(path, lambda: os.kill(pid, signal.SIGKILL))


def test_a_killed_dask_worker_costs_nothing(
    cluster: "distributed.LocalCluster", slow_pages: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    with distributed.Client(cluster) as client:
        pid = next(iter(client.run(os.getpid).values()))
    out = tmp_path / "out"
    killer = kill_when(out / "003.txt", pid)
    summary = clean(slow_pages, out, Cluster(task(out), cluster.scheduler_address, 2))
    killer.join()
    assert (summary.written, summary.failed, summary.stopped) == (150, 0, "")
    assert files(out) == expected


def test_poisonous_pages_fail_alone(cluster: "distributed.LocalCluster", tmp_path: Path) -> None:
    source = make(tmp_path / "in", good(range(30)) | {"003x": "HANG", "007x": "CRASH", "012x": "MEMORY"})
    found = []
    for name, workers in (("local", Pool), ("dask", None)):
        out = tmp_path / name
        chosen = workers(task(out), 2) if workers else Cluster(task(out), cluster.scheduler_address, 2)
        summary = clean(source, out, chosen)
        assert (summary.written, summary.failed) == (30, 3)
        lines = [dataclasses.replace(outcome, ms=0.0) for outcome in read(str(out) + ".journal")]
        hung = next(number for number, outcome in enumerate(lines) if "003x" in outcome.input)
        assert "time limit of 1 s" in lines[hung].reason
        lines[hung] = dataclasses.replace(lines[hung], reason="")  # on a busy machine it may be waiting
        found.append((files(out), lines))
    assert found[0] == found[1]


def test_a_lost_scheduler_is_an_error_and_resume_goes_on(
    slow_pages: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    address_file = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--no-dashboard"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--no-nanny", "--nthreads", "2", "--no-dashboard"]
    options = {"env": environment(), "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    file = ["--scheduler-file", str(address_file)]
    out = tmp_path / "out"
    with (
        subprocess.Popen([*dask, "--port", "0", *file], **options) as scheduler,  # type: ignore[call-overload]  # options of any type
        subprocess.Popen([*worker, *file], **options) as served,  # type: ignore[call-overload]  # options of any type
    ):
        try:
            wait_until(address_file.exists)
            killer = once_there(out / "010.txt", scheduler.kill)
            summary = clean(slow_pages, out, Cluster(task(out), str(address_file), 2))
            killer.join()
        finally:
            scheduler.kill()
            served.kill()
    assert summary.stopped.startswith("the cluster is lost")
    assert summary.not_reached > 0
    summary = clean(slow_pages, out, Pool(task(out), 2), resume=True)
    assert summary.written + summary.done == 150
    assert files(out) == expected


def test_relative_paths_are_from_where_the_run_was_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Dask worker started in another directory found no page, or read another page of the same name."""
    make(tmp_path / "here" / "in", good(range(1)))
    make(tmp_path / "there" / "in", {"000": "<p>Another page."})
    (tmp_path / "here" / "out").mkdir()
    monkeypatch.chdir(tmp_path / "there")
    pages = [Page(name="000.html", path="in/000.html")]
    asked = Task(pipeline=cleaner("ice-bl"), output="out")
    for place in (tmp_path / "here", tmp_path / "here"):  # twice, since Dask keeps the process
        (done,) = clean_shard(pages, asked, str(place))
        assert isinstance(done, Done) and (done.outcome.state, done.outcome.reason) == ("written", "")
    assert files(tmp_path / "here" / "out") == {"000.txt": b"<p>Head\n<p>Page number 0.\n"}
    with pytest.raises(CleanwebError, match=r"the machine of a worker has no .*nowhere, where the run was started"):
        clean_shard(pages, asked, str(tmp_path / "nowhere"))


class Client:
    """A client of a cluster that at first has a worker, then has none for some requests."""

    def __init__(self, times_without: int, times_with: int = 1, *, is_slow: bool = False) -> None:
        self.is_slow = is_slow  # the shard is done, but fetching its answers takes longer than one timeout
        self.answers = chain(repeat(1, times_with), repeat(0, times_without))
        self.is_cancelled = False

    def nthreads(self) -> dict[str, int]:
        threads = next(self.answers, 1)
        return {"tcp://host:1": threads} if threads else {}

    def submit(
        self, _clean: object, shard: Sequence[Page], task: Task, _folder: str, **_: object
    ) -> distributed.Future:
        self.shard, self.task = shard, task
        return self

    def cancel(self, _: object) -> None:
        self.is_cancelled = True

    def result(self, timeout: float | None = None) -> list[Done | None] | str:
        if self.is_cancelled:
            raise distributed.CancelledError
        if timeout is None or (not self.is_slow and self.nthreads()):
            return clean_shard(self.shard, self.task)
        raise TimeoutError(timeout)

    def done(self) -> bool:
        return self.is_slow

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("times", "stopped"), [(8, ""), (9**9, "the cluster is lost: it had no worker for 60 minutes")]
)
def test_a_run_without_workers_says_so_and_does_not_wait_for_ever(
    times: int, stopped: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = count(0, 10)
    monkeypatch.setattr("cleanweb.corpus.cluster.connect", lambda *_: (None, Client(times)))
    monkeypatch.setattr("cleanweb.corpus.cluster.monotonic", lambda: next(seconds))
    told: list[str] = []
    summary = clean(
        make(tmp_path / "in", good(range(1))), tmp_path / "out", Cluster(task(tmp_path / "out"), "", 1, told.append)
    )
    assert summary.stopped == stopped
    waited = [int(line.partition(" worker for ")[2].split()[0]) for line in told]
    assert waited[:3] == [10, 20, 40]
    assert told[0] == "the cluster has had no worker for 10 s; waiting for one (Ctrl-C ends the run)"


def test_answers_that_take_long_to_come_are_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cleanweb.corpus.cluster.connect", lambda *_: (None, Client(0, is_slow=True)))
    out = tmp_path / "out"
    summary = clean(make(tmp_path / "in", good(range(1))), out, Cluster(task(out), "", 1))
    assert (summary.written, summary.stopped) == (1, "")


def test_a_stopped_run_whose_workers_go_does_not_wait_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cleanweb.corpus.cluster.connect", lambda *_: (None, Client(9**9, times_with=2)))
    cluster = Cluster(task(tmp_path), "", 1)

    def shards() -> Iterator[list[Page]]:
        yield [Page("a.html", "a.html")]
        cluster.stop()

    assert list(cluster.answers(shards())) == [None]


def _never_gets_ctrl_c() -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_ctrl_c_in_a_terminal_is_not_for_the_workers_of_a_cluster_of_our_own() -> None:
    """The workers used to end at once, and the run silently waited for others."""
    found, client = connect("local:1", 1)
    with found, client:
        assert [*client.run(_never_gets_ctrl_c).values()] == [True]
    assert not _never_gets_ctrl_c()


SBATCH = """#!{python}
import subprocess, sys
job = subprocess.Popen(["/bin/sh", sys.argv[-1]], start_new_session=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
open({folder!r} + "/jobs", "a").write(f"{{job.pid}}\\n")
print("Submitted batch job", job.pid)
"""
SCANCEL = """#!{python}
import os, signal, sys
for job in sys.argv[1:]:
    try:
        os.killpg(int(job), signal.SIGTERM)
    except ProcessLookupError:
        pass
"""


def test_slurm_jobs(
    slow_pages: Path, expected: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("dask_jobqueue", reason="needs the extra [dask]")
    dask = pytest.importorskip("dask", reason="needs the extra [dask]")
    for name, script in (("sbatch", SBATCH), ("scancel", SCANCEL), ("squeue", "#!{python}\n")):
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(script.format(python=sys.executable, folder=str(tmp_path)))
        path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
    settings = {"cores": 1, "processes": 1, "memory": "1GB", "walltime": "00:05:00", "interface": "lo"}
    out = tmp_path / "out"
    with dask.config.set({f"jobqueue.slurm.{name}": value for name, value in settings.items()}):
        summary = clean(slow_pages, out, Cluster(task(out), "slurm", 2))
    assert (summary.written, summary.stopped) == (150, "")
    assert files(out) == expected
    assert len((tmp_path / "jobs").read_text().split()) == 2


def test_no_scheduler_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cleanweb.corpus.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(CleanwebError, match=r"--cluster tcp://127\.0\.0\.1:9"):
        Cluster(task(tmp_path), "tcp://127.0.0.1:9", 1)


@pytest.mark.parametrize("address", ["nowhere.json", "a:b", "tcp://a", "tea://a:1", "text", "empty", "list", "number"])
def test_what_is_no_scheduler_is_wrong_usage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cleanweb.corpus.cluster.FILE_SECONDS", 0)
    for name, content in (("text", "Tea"), ("empty", "{}"), ("list", "[]"), ("number", '{"address": 8786}')):
        Path(name).write_text(content)
    with pytest.raises(UsageError, match="expected the file or the address of a scheduler, like tcp://host:8786"):
        connect(address, 1)


@pytest.mark.parametrize("number", ["0", "-1", "x", ""])
def test_a_cluster_of_no_processes_is_wrong_usage(number: str) -> None:
    """With `local:0` the run waited for ever."""
    with pytest.raises(UsageError, match="expected local:N with the number of processes"):
        connect(f"local:{number}", 1)
