"""What a run costs, as JSON lines: counts, seconds by stage, memory."""

from __future__ import annotations

import re
import resource
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from time import perf_counter, time
from typing import IO, TYPE_CHECKING, Any

import orjson

from cleanweb.errors import OutputError
from cleanweb.files import reason

if TYPE_CHECKING:
    from cleanweb.corpus.journal import Summary
    from cleanweb.corpus.worker import Done
    from cleanweb.pipeline import Pipeline

_PEAK = re.compile(rb"^VmHWM:\s*(\d+) kB$", re.MULTILINE)

# Ours: often enough to see a run slow down, seldom enough to read.
SECONDS_BETWEEN_LINES = 10.0


@dataclass(frozen=True, slots=True)
class Timed:
    """A stage that adds the time it takes, by the clock `now`, to `times[name]`; otherwise it behaves like `stage`."""

    stage: Any
    name: str
    times: dict[str, float]
    now: Callable[[], float]

    def __call__(self, *arguments: Any) -> Any:
        begun = self.now()
        try:
            return self.stage(*arguments)
        finally:
            self.times[self.name] += self.now() - begun

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stage, name)


class Clock:
    """Measures the seconds that one page spends in each stage, in wall time or by another clock."""

    def __init__(self, now: Callable[[], float] = perf_counter) -> None:
        self._now = now
        self._times: dict[str, float] = defaultdict(float)

    def timed(self, pipeline: Pipeline) -> Pipeline:
        """The pipeline with timed stages. (The normalizer's time is part of the segmenter's.)"""
        return replace(
            pipeline,
            segment=self._on("segment", pipeline.segment),
            classify=tuple(self._on("classify", stage) for stage in pipeline.classify),
            linearize=self._on("linearize", pipeline.linearize),
        )

    def _on(self, name: str, stage: Any) -> Any:
        return Timed(stage, name, self._times, self._now)

    def times(self, seconds: float) -> Mapping[str, float]:
        """Seconds by stage of a page that took `seconds`; the rest is reading, decoding, parsing and writing."""
        return {**self._times, "rest": seconds - sum(self._times.values())}


class Metrics:
    """Appends a line to an open file every ten seconds, and one at the end; `path` is for messages."""

    def __init__(self, file: IO[bytes], path: str) -> None:
        self._file = file
        self._path = path
        self._times: dict[str, float] = defaultdict(float)
        self._peak = 0
        self._begun = self._last = perf_counter()

    def take(self, done: Done, summary: Summary) -> None:
        """Count a page."""
        for name, seconds in done.times.items():
            self._times[name] += seconds
        self._peak = max(self._peak, done.peak_memory)
        if perf_counter() - self._last >= SECONDS_BETWEEN_LINES:
            self.write(summary)

    def write(self, summary: Summary) -> None:
        """Append a line about the run so far.

        Raises OutputError when the disk is full, BrokenPipeError when the reader of a pipe is gone.
        """
        self._last = perf_counter()
        seconds = self._last - self._begun
        row = {
            "time": round(time(), 3),
            "seconds": round(seconds, 3),
            "inputs": summary.inputs,
            **{name: getattr(summary, name) for name in ("written", "done", "failed", "skipped", "empty")},
            "bytes": summary.bytes,
            "words": summary.words,
            "kept_words": summary.kept_words,
            "pages_per_second": round(summary.reached / seconds, 2),
            "stage_seconds": {name: round(spent, 4) for name, spent in self._times.items()},
            "worker_peak_memory": self._peak,
            "parent_peak_memory": peak_memory(),
        }
        try:
            self._file.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
            self._file.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(f"cannot write {self._path}: {reason(error)}") from error


def peak_memory() -> int:
    """The peak memory of this process, in bytes.

    Linux tells it apart from that of the process that started this one; `ru_maxrss` is never less than the latter's.
    """
    with suppress(OSError), open("/proc/self/status", "rb") as file:
        if found := _PEAK.search(file.read()):
            return int(found[1]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
