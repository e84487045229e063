"""Start the command: Ctrl-C ends it without a traceback, even while its modules are being imported."""

import os
import signal
import sys

from cleanweb.errors import EXIT_SIGNAL


def main() -> None:
    """Run the command line; names of files are UTF-8, or odd bytes, whatever the locale."""
    if sys.getfilesystemencoding() != "utf-8" and os.environ.get("PYTHONUTF8") != "1":  # -I ignores the variable
        os.environ["PYTHONUTF8"] = "1"
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # it is ignored in background jobs of scripts
        signal.signal(signal.SIGINT, _end)
    from cleanweb.cli import main as run  # noqa: PLC0415  (slow; the handler above is for this import)

    run()


def _end(number: int, _: object) -> None:
    os._exit(EXIT_SIGNAL + number)  # an exception would be reported or lost inside the module being imported
