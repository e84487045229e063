"""Read the bytes of a page from a file, a member of an archive, or a stream; never more than a given limit."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from errno import EACCES
from io import BytesIO
from itertools import islice

from cleanweb.corpus.archives import read_member
from cleanweb.corpus.compression import COMPRESSED, decompress, lines
from cleanweb.corpus.inputs import PAGE_SUFFIXES, Page, descriptor, listed
from cleanweb.corpus.limits import MAX_BYTES, NO_LIMIT, read_at_most, too_large, within
from cleanweb.errors import InputError, Refused
from cleanweb.files import is_folder, printable, reason
from cleanweb.records import PAGE_START

# The error for a stream of file names instead of a page (`find ... | cleanweb clean -`), and how many names are checked
# (ours).
IS_LIST = "expected a page, found a list of files"
MAX_NAMES = 10
_NAME = re.compile(rb"[^\n\0]{1,4096}")  # no system has longer names; a page may be one long line


def read(page: Page, max_bytes: int) -> bytes:
    """The bytes of a page, decompressed if they begin like gzip, bzip2 or xz.

    Raises InputError when it cannot be read or its compressed data are damaged, Refused when it is a link in an archive
    or has more than `max_bytes`, compressed or not.
    """
    if page.error:
        raise InputError(page.error)
    if page.refusal:
        raise Refused(page.refusal)
    if page.data is not None:
        data = within(page.data, max_bytes)
    elif page.member:
        data = read_member(page.path, page.member, max_bytes)
    else:
        data = _read_file(page.path, max_bytes)
    if data.startswith(COMPRESSED):
        data = decompress(data, max_bytes)
    return data


def why_unreadable(page: Page) -> str:
    """Why the file of a page cannot be read, found without reading it; "" if it can, or if it is in an archive."""
    is_here = page.member or page.data is not None or descriptor(page.path) is not None
    if page.error or is_here or os.access(page.path, os.R_OK):
        return page.error
    try:
        os.stat(page.path)
    except OSError as error:
        return reason(error)
    return os.strerror(EACCES).lower()


def read_path(path: str) -> bytes:
    """The bytes of a page from a file (compressed or not) or, for -, from standard input.

    Raises InputError when it cannot be read, Refused when it is too large; both name the file.
    """
    if is_folder(path):
        raise InputError(f"{printable(path)}: expected a page, found a directory")
    try:
        data = read_at_most(sys.stdin.buffer, MAX_BYTES + 1) if path == "-" else None
    except OSError as error:
        raise InputError(f"-: {reason(error)}") from error
    page = listed(path) if data is None else Page(name="stdin", path="-", data=data)
    try:
        found = read(page, MAX_BYTES)
        if not path.lower().endswith(PAGE_SUFFIXES) and is_list(found):
            raise InputError(IS_LIST)
        return found
    except (InputError, Refused) as error:
        raise type(error)(f"{page.shown}: {error}") from error


def read_lines(page: Page) -> Iterator[bytes]:
    """The lines of a page (`-` is standard input), decompressed like `read` but as a stream: packs have gigabytes.

    Raises InputError as `read` does.
    """
    if page.error or page.member:
        yield from BytesIO(read(page, NO_LIMIT))
        return
    try:
        is_stdin = page.path == "-"
        with open(0 if is_stdin else page.path, "rb", closefd=not is_stdin) as file:
            yield from lines(file)
    except OSError as error:
        raise InputError(reason(error)) from error


def begins_as_pages(page: Page, *, unread: bool) -> bool:
    """Whether a file is the jsonl of a run, not a log; `unread` if it cannot be read (a later reader will tell why)."""
    with suppress(InputError):
        return next(read_lines(page), b"").startswith(PAGE_START)
    return unread


def _read_file(path: str, max_bytes: int) -> bytes:
    try:
        with open(path, "rb", buffering=0) as file:
            size = os.fstat(file.fileno()).st_size
            data = _read_all(file.fileno(), size, max_bytes)
    except OSError as error:
        raise InputError(reason(error)) from error
    if max(size, len(data)) > max_bytes:
        raise Refused(too_large(max_bytes))
    return data


def _read_all(descriptor: int, size: int, max_bytes: int) -> bytes:
    """Up to one byte more than the limit; nothing if the stated size of the file is beyond it."""
    if size > max_bytes:
        return b""
    first = os.read(descriptor, max(size, 65536) + 1)
    if len(first) == size:
        return first
    chunks, total = [first], len(first)
    while total <= max_bytes and (chunk := os.read(descriptor, 1 << 20)):
        chunks.append(chunk)
        total += len(chunk)
    return b"".join(chunks)


def is_list(data: bytes) -> bool:
    """Whether these bytes are no page, but names of files and perhaps directories, as `find` prints them.

    Names that are called like pages count even if nothing is there: the list may be old, or made in another directory.
    """
    if b"<" in data:
        return False
    first = (os.fsdecode(found[0].removesuffix(b"\r")) for found in islice(_NAME.finditer(data), MAX_NAMES))
    names = [name for name in first if name]
    of_files = [_is_called_like_page(name) or os.path.isfile(name) for name in names]
    return any(of_files) and all(is_file or os.path.exists(name) for is_file, name in zip(of_files, names, strict=True))


def _is_called_like_page(name: str) -> bool:
    return name.lower().endswith(PAGE_SUFFIXES) and not any(map(str.isspace, name))
