"""Memory that large pages have freed, given back to the system."""

from __future__ import annotations

from contextlib import suppress

# Ours: trees of smaller pages take less than 5 MB, and are most of what is freed.
LARGE_PAGE = 1_000_000  # bytes


def give_back(size: int) -> None:
    """Give what a page of so many bytes has freed back to the system, if it is large and the C library can.

    (glibc can; others do it by themselves, or cannot.) glibc keeps what is free below the last piece in use, and does
    not take large arrays from there: the freed tree of a page of 10 MB, 40 MB of memory, would count until the page is
    written.
    """
    if size <= LARGE_PAGE:
        return
    import ctypes  # noqa: PLC0415  (few pages need it)

    with suppress(OSError, TypeError, AttributeError):  # what it raises where there is no such library or function
        ctypes.CDLL(None).malloc_trim(0)
