"""What a large page costs in memory."""

import ctypes
import platform
import subprocess
import sys

import pytest

from cleanweb import memory

# Ours: this page took 155 on the machine on which this was chosen, and 188 before memory was given back.
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


@pytest.mark.parametrize("error", [OSError, TypeError, AttributeError])
def test_where_the_c_library_cannot_give_memory_back_nothing_happens(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """`CDLL(None)` is an error on Windows, `malloc_trim` is missing on macOS and in musl."""

    def library(_: None) -> None:
        raise error

    monkeypatch.setattr(ctypes, "CDLL", library)
    memory.give_back()
