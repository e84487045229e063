"""A stand-in for worker processes, for tests of what a run makes of its pages; tests of processes use a real pool."""

import pickle
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cleanweb.corpus.inputs import Page
from cleanweb.corpus.worker import Done, Task, clean_page
from cleanweb.errors import OutputError


class InProcess:
    """Stands in for `local.Pool`: cleans each page on request in this process, without limits of time and memory."""

    def __init__(self, task: Task, jobs: int) -> None:  # noqa: ARG002  (the signature of a pool)
        self.task = _sent(task)
        self.failure: OutputError | None = None
        self.is_stopped = False

    def answers(self, shards: Iterable[Sequence[Page]]) -> Iterator[Done | None]:
        """The same answers as a pool's."""
        for shard in shards:
            for page in _sent(shard):
                yield None if self.is_stopped else self._answer(page)
            if self.is_stopped:
                return

    def _answer(self, page: Page) -> Done | None:
        try:
            return _sent(clean_page(page, self.task))  # type: ignore[no-any-return]  # a Done, as before
        except OutputError as error:
            self.failure = error
            self.stop()
            return None

    def stop(self) -> None:
        """Begin no other page."""
        self.is_stopped = True

    def close(self) -> None:
        """Does nothing: there is no process to end."""


def _sent(value: Any) -> Any:
    """The value as it comes out of a pipe; what cannot be pickled is an error here, too."""
    return pickle.loads(pickle.dumps(value))
