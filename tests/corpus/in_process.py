"""Workers that are no processes, for tests of what a run makes of its pages; tests of processes have a real pool."""

import pickle
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cleanweb.corpus.inputs import Page
from cleanweb.corpus.worker import Done, Task, clean_page
from cleanweb.errors import OutputError


class InProcess:
    """In the place of `local.Pool`: cleans each page when it is asked for, without limits of time and memory."""

    def __init__(self, task: Task, jobs: int) -> None:  # noqa: ARG002  (a pool is made so)
        self.task = _sent(task)
        self.failure: OutputError | None = None
        self.is_stopped = False

    def answers(self, shards: Iterable[Sequence[Page]]) -> Iterator[Done | None]:
        """As those of a pool."""
        for shard in shards:
            for page in _sent(shard):
                yield None if self.is_stopped else self._answer(page)
            if self.is_stopped:
                return

    def _answer(self, page: Page) -> Done | None:
        try:
            return _sent(clean_page(page, self.task))  # type: ignore[no-any-return]  # a Done, as it was
        except OutputError as error:
            self.failure = error
            self.stop()
            return None

    def stop(self) -> None:
        """Begin no other page."""
        self.is_stopped = True

    def close(self) -> None:
        """Nothing: there is no process to end."""


def _sent(value: Any) -> Any:
    """What comes out of a pipe; what cannot go through one is an error here too."""
    return pickle.loads(pickle.dumps(value))
