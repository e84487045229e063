"""Start the command: Ctrl-C ends it without a traceback, even while its modules are being imported."""

import os
import signal

from cleanweb.errors import EXIT_SIGNAL


def main() -> None:
    """Run the command line."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # it is ignored in background jobs of scripts
        signal.signal(signal.SIGINT, _end)
    from cleanweb.cli import main as run  # noqa: PLC0415  (slow; the handler above is for this import)

    run()


def _end(number: int, _: object) -> None:
    os._exit(EXIT_SIGNAL + number)  # an exception would be reported or lost inside the module being imported
