"""How the command starts: Ctrl-C ends it without a traceback while its modules are imported, too."""

import os
import signal

from cleanweb.errors import EXIT_SIGNAL


def main() -> None:
    """Run the command line."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as in background jobs of scripts
        signal.signal(signal.SIGINT, _end)
    from cleanweb.cli import main as run  # noqa: PLC0415  (what it imports takes a while, which this is for)

    run()


def _end(number: int, _: object) -> None:
    os._exit(EXIT_SIGNAL + number)  # an exception would be told by what is imported just now, or go astray in it
