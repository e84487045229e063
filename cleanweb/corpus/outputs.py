"""Write texts: one output for every input, and no half-written files."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from glob import escape, glob
from hashlib import blake2b, file_digest, sha256

from cleanweb.corpus.compression import COMPRESSED_SUFFIXES, lines
from cleanweb.corpus.inputs import PAGE_SUFFIXES
from cleanweb.errors import InputError, OutputError
from cleanweb.files import draft_name, is_special, open_to_write, printable, reason

# In bytes: the longest name in all common file systems (except some that encrypt names), the longest character, and the
# longest suffix appended to a name; names are cut for that suffix, so that all files of a page are cut alike.
MAX_NAME, MOST_BYTES, LONGEST_SUFFIX = 255, 4, len(".jsonl.gz")

DIGITS = 16  # of an output's digest: enough to exclude collisions, short since each page has one in the journal

PIECE = 1 << 20  # bytes of a file compared at once: as a whole it would take as much memory again as the new text

# Errors that concern only one name; every other error of writing concerns all pages and stops the run.
_OF_ONE_NAME = frozenset({errno.ENAMETOOLONG, errno.EISDIR, errno.ENOTDIR, errno.EINVAL, errno.EILSEQ})


def log_folder(tree: str) -> str:
    """The directory of the logs: next to the directory of the texts, with `.log` appended to its name.

    >>> log_folder("txt/"), log_folder("a/b"), log_folder(".") == os.getcwd() + ".log"
    ('txt.log', 'a/b.log', True)
    """
    named = tree.rstrip("/")
    return (os.path.abspath(tree) if os.path.basename(named) in ("", ".", "..") else named) + ".log"


def output_name(name: str, suffix: str, *, keep_suffix: bool = False) -> str:
    """The output's path below the output directory: the page's suffix (and that of a compression) is replaced.

    A name that is too long for file systems is cut and gets a digest of the whole name.

    >>> output_name("a/b.html.gz", ".txt"), output_name("page.php", ".txt")
    ('a/b.txt', 'page.php.txt')
    >>> output_name("x" * 300 + ".html", ".txt").lstrip("x")
    '~12b539c1cad94615.txt'
    """
    folder, slash, base = name.rpartition("/")
    base = base if keep_suffix else base.removesuffix(page_suffix(base))
    longest = max(len(suffix), LONGEST_SUFFIX)
    if len(name) + longest > MAX_NAME // MOST_BYTES:
        folder, base = "/".join(_fitting(part, 0) for part in folder.split("/")), _fitting(base, longest)
    return folder + slash + base + suffix


def twin(name: str) -> str:
    """The name of the same log, compressed if this one is not, or uncompressed if it is.

    >>> twin("a/b.jsonl"), twin("a/b.jsonl.gz")
    ('a/b.jsonl.gz', 'a/b.jsonl')
    """
    return name.removesuffix(".gz") if name.endswith(".gz") else f"{name}.gz"


def page_suffix(name: str) -> str:
    """The suffix of a page's name, with that of a compression; "" if it has no suffix of pages.

    >>> page_suffix("a/b.html.gz"), page_suffix("page.php"), page_suffix("a/.htm")
    ('.html.gz', '', '')
    """
    stem = name
    for suffixes in (COMPRESSED_SUFFIXES, PAGE_SUFFIXES):
        rest, _, found = stem.rpartition(".")
        if rest and not rest.endswith("/") and f".{found.lower()}" in suffixes:
            stem = rest
    return name[len(stem) :]


def _fitting(base: str, more: int) -> str:
    """The name, or if `more` bytes after it would not fit, as many characters as fit before a digest of the name."""
    if len(os.fsencode(base)) + more <= MAX_NAME:
        return base
    digest = "~" + blake2b(os.fsencode(base), digest_size=8).hexdigest()
    room = MAX_NAME - len(digest) - more
    kept = base[:room]
    while len(os.fsencode(kept)) > room:
        kept = kept[:-1]
    return kept + digest


def temporary(path: str, data: bytes) -> str:
    """The draft that is renamed to `path` when complete; the same for every try, so that none is left behind.

    Two simultaneous runs with different options have different drafts.
    """
    return f"{_draft(path)}{blake2b(data, digest_size=8).hexdigest()}"


def remove_drafts(path: str) -> None:
    """Delete the drafts of `path`, when nobody will try again."""
    for draft in glob(f"{escape(_draft(path))}*"):
        with suppress(OSError):
            os.unlink(draft)


def _draft(path: str) -> str:
    folder, base = os.path.split(path)
    return os.path.join(folder, f"{draft_name(base)}-")


def write(root: str, name: str, data: bytes) -> bool:
    """Write `root/name` completely or not at all; return False, without touching it, if it already has these bytes.

    A special file (a device such as /dev/null, a pipe, /dev/stdout) is written to, never replaced. Folders below `root`
    are created, `root` itself is not: a directory that vanishes during a run is an error, not an empty corpus. Raises
    OutputError when nothing can be written there, InputError when only this name is impossible, BrokenPipeError when
    the reader of a pipe is gone, which ends the command as if it were printing.
    """
    path = os.path.join(root, name)
    try:
        if is_special(path):
            with open_to_write(path) as file:
                file.write(data)
            return True
        if _holds(path, data):
            return False
        try:
            _replace(path, data)
        except FileNotFoundError:
            _make_folders(root, name)
            _replace(path, data)
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno in _OF_ONE_NAME:
            raise InputError(f"its output {printable(path)} cannot be written: {reason(error)}") from error
        raise OutputError(f"cannot write {printable(path)}: {reason(error)}") from error
    return True


def _holds(path: str, data: bytes) -> bool:
    try:
        if os.stat(path).st_size != len(data):
            return False
        view = memoryview(data)
        with open(path, "rb") as file:
            return all(file.read(PIECE) == view[start : start + PIECE] for start in range(0, len(data), PIECE))
    except (FileNotFoundError, NotADirectoryError, PermissionError):  # an unreadable file can still be replaced
        return False


def _replace(path: str, data: bytes) -> None:
    """Write a draft and rename it; two processes may safely write the same text at once.

    (A cluster gives a shard to a second worker when the first seems dead.) The draft is overwritten, not truncated
    first, so that even if the other process has already renamed it, it has the same bytes at every moment.
    """
    draft = temporary(path, data)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        try:
            _write_all(descriptor, data)
            os.ftruncate(descriptor, len(data))
        finally:
            os.close(descriptor)
        os.replace(draft, path)
    except FileNotFoundError:
        if not _holds(path, data):
            raise
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(draft)
        raise


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _make_folders(root: str, name: str) -> None:
    if not os.path.isdir(root):
        raise FileNotFoundError(errno.ENOENT, "the directory is gone", root)
    os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)


def output_digest(data: bytes) -> str:
    """A digest of an output's bytes: sixteen digits of SHA-256.

    >>> output_digest(b"Tea")
    '017979e8299034d8'
    """
    return sha256(data).hexdigest()[:DIGITS]


def is_as_written(path: str, digest: str) -> bool:
    """Whether an output is the one in a journal: a run with another journal may have overwritten it.

    Without a digest, as in journals of earlier versions, an existing file counts as the one.
    """
    try:
        with open(path, "rb") as file:
            return not digest or file_digest(file, "sha256").hexdigest()[:DIGITS] == digest
    except OSError:
        return False


def has_lines(path: str, count: int) -> bool:
    """Whether a log, compressed or not, has at least as many lines as were written.

    Their content is not checked: a log that somebody corrected by hand, to train with it, must be left alone.
    """
    if not count:
        return os.path.isfile(path)
    try:
        with open(path, "rb") as file:
            return sum(line.endswith((b"\n", b"}")) for line in lines(file)) >= count  # editors may cut the last \n
    except (OSError, InputError):
        return False


def make_root(root: str) -> None:
    """Create the directory for a run's files. Raises OutputError when that fails, or when a file is in its place."""
    try:
        os.makedirs(root, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make the directory {printable(root)}: {reason(error)}") from error
