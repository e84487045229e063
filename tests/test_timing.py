"""The time limits and waits that other tests use: what is too slow, or never comes, fails."""

import gc
import subprocess
import sys
import threading
from pathlib import Path
from time import process_time

import pytest

from tests import timing
from tests.timing import once_there, started, wait_until, within


def spend(seconds: float) -> None:
    end = process_time() + seconds
    while process_time() < end:
        pass


@pytest.mark.parametrize("usual", [timing.USUAL_SECONDS, timing.USUAL_SECONDS / 2], ids=["usual", "fast"])
def test_what_takes_longer_fails(monkeypatch: pytest.MonkeyPatch, usual: float) -> None:
    monkeypatch.setattr(timing, "_work", lambda: usual)
    with pytest.raises(AssertionError, match=r"^0\.\d+ seconds, where 0\.05 would do"), within(0.05):
        spend(0.06)
    assert gc.isenabled()


def test_a_slower_machine_has_as_much_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "_work", lambda: 4 * timing.USUAL_SECONDS)
    with within(0.05):
        spend(0.06)
    with pytest.raises(AssertionError, match=r"where 0\.20 would do"), within(0.05):
        spend(0.21)


def test_many_times_the_limit_fails_here() -> None:
    """As quadratic time would, whatever else the machine has to do."""
    with pytest.raises(AssertionError, match="would do"), within(0.01):
        spend(0.5)


def test_a_failure_within_is_told_as_what_it_is() -> None:
    with pytest.raises(ZeroDivisionError), within(0.0):
        _ = 1 / 0
    assert gc.isenabled()


def test_what_never_is_so_is_waited_for_in_vain() -> None:
    with pytest.raises(AssertionError, match=r"^not in 0\.05 seconds$"):
        wait_until(lambda: False, 0.05)


def test_what_is_done_once_a_file_is_there(tmp_path: Path) -> None:
    done = threading.Event()
    thread = once_there(tmp_path / "a", done.set)
    assert not done.wait(0.05)
    (tmp_path / "a").touch()
    thread.join(60)
    assert done.is_set()


def test_a_process_ends_with_its_test() -> None:
    with pytest.raises(ZeroDivisionError), started([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        _ = 1 / 0
    assert process.returncode == -9
