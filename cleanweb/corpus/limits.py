"""Default limits on what one page may cost; bytes are read up to a limit, whatever size a file claims to have."""

from __future__ import annotations

import resource
import sys
from typing import IO

from cleanweb.errors import Refused

# Ours: the largest of the 4,458 gold pages has 5 MB.
MAX_BYTES = 32 << 20
# Both ours: a page of 17 MB with 400,000 short paragraphs takes 700 MB and ten seconds, log included.
MAX_MEMORY = 2 << 30  # bytes of address space of the process that cleans it
TIMEOUT = 60.0  # seconds of processor time
NO_LIMIT = sys.maxsize >> 1  # bytes; adding one cannot overflow


def memory_limit(asked: int) -> int:
    """A worker's limit of address space in bytes: what is asked for, or what `ulimit -v` allows, if that is less.

    0 means no limit, as argument and as result.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    allowed = hard if asked else soft  # up to the hard limit, a worker may get what is asked for
    return asked if allowed == resource.RLIM_INFINITY else min(asked or allowed, allowed)


def read_at_most(file: IO[bytes], count: int) -> bytes:
    """At most `count` bytes of a stream, read in pieces, since `read` allocates memory for all that it is asked for."""
    pieces: list[bytes] = []
    while count > 0:
        asked = min(count, 1 << 20)
        pieces.append(file.read(asked))
        if len(pieces[-1]) < asked:  # the end: a terminal that is asked again waits for another Ctrl-D
            break
        count -= asked
    return b"".join(pieces)


def too_large(max_bytes: int) -> str:
    """The reason for skipping a page that exceeds the limit."""
    return f"larger than the limit of {max_bytes:,} bytes"


def within(data: bytes, max_bytes: int) -> bytes:
    """The bytes themselves. Raises Refused when they exceed the limit."""
    if len(data) > max_bytes:
        raise Refused(too_large(max_bytes))
    return data
