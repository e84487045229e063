"""What a large page costs in memory."""

import ctypes
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from cleanweb import memory
from cleanweb.corpus.metrics import peak_memory

# Ours: this page took 149 on the machine on which this was chosen, and 188 before memory was given back.
MOST = 168  # MB
PEAK = """
from cleanweb import cleaner
from cleanweb.corpus.metrics import peak_memory

said = b"Boil the water, wait " * 9
page = b"".join(b"<p>%d %s \\xe2\\x80\\x93 and drink.\\n" % (number, said) for number in range(46_000))
clean = cleaner()
assert 9e6 < len(page) < 11e6 and len(clean(page).text) > 9e6
print(peak_memory() / 1e6)
"""


@pytest.mark.slow
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries cannot be asked to give memory back")
def test_a_page_of_nothing_but_text_takes_little_memory() -> None:
    """Paragraphs of 200 characters, 10 MB."""
    done = subprocess.run([sys.executable, "-c", PEAK], capture_output=True, text=True, check=True)
    assert float(done.stdout) < MOST


@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="only Linux tells it apart")
def test_peak_memory_is_that_of_the_process_alone() -> None:
    """Started by a large program, such as a notebook, workers seemed to take as much."""
    large = bytearray(b"a") * (400 << 20)
    told = "from cleanweb.corpus.metrics import peak_memory; print(peak_memory())"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert 1 << 20 < int(done.stdout) < 200 << 20 < len(large)


def test_peak_memory_where_there_is_no_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr("builtins.open", missing)
    assert peak_memory() > 1 << 20


@pytest.mark.parametrize("error", [OSError, TypeError, AttributeError])
def test_where_the_c_library_cannot_give_memory_back_nothing_happens(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """`CDLL(None)` is an error on Windows, `malloc_trim` is missing on macOS and in musl."""

    def library(_: None) -> None:
        raise error

    monkeypatch.setattr(ctypes, "CDLL", library)
    memory.give_back(memory.LARGE_PAGE + 1)
