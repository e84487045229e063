"""A normalizer that does to its worker what a page tells it to, for tests of hostile pages."""

import os
import re
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from cleanweb.page import Elements


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """Obeys keywords in the text of a block: HANG, CRASH, MEMORY, BOOM, SLOW, WAIT, STOP.

    DIE kills the worker, and LEAVE asks it to end, the first time only.
    LATE expires the limit of waiting time at once, as after a suspended run goes on, the first time only.
    ORPHAN waits until the run is gone.
    """

    once: str = ""  # the file that DIE, LATE and LEAVE make before they send a signal, and ORPHAN before it waits

    def marks(self, elements: Elements) -> list[str]:
        return [""] * len(elements)

    def text(self, text: str) -> str:
        if "HANG" in text:
            re.match(r"(a|a)+$", "a" * 60 + "b")  # hours, in C code
        if "CRASH" in text:
            os.kill(os.getpid(), signal.SIGSEGV)
        if "MEMORY" in text:
            bytearray(1 << 40)
        if "BOOM" in text:
            raise ValueError("boom \udcff")
        if "SLOW" in text:
            time.sleep(0.03)
        if "WAIT" in text:
            time.sleep(3600)
        if "STOP" in text:
            os.kill(os.getpid(), signal.SIGSTOP)
        if "ORPHAN" in text:
            parent = os.getppid()
            Path(self.once).touch()
            while os.getppid() == parent:
                time.sleep(0.01)
        if "LATE" in text and not Path(self.once).exists():
            Path(self.once).touch()
            os.kill(os.getpid(), signal.SIGALRM)
        if "LEAVE" in text and not Path(self.once).exists():
            Path(self.once).touch()
            os.kill(os.getpid(), signal.SIGTERM)
        if "DIE" in text and not Path(self.once).exists():
            Path(self.once).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return text


class Booms(Faults):
    """Fails on every page."""

    def text(self, text: str) -> str:
        raise ValueError(f"boom: {text}")
