"""Laws are tested on the same inputs every time, and however slow the machine is just then."""

import os
import signal
import sys
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, settings

from cleanweb.train.cards import INSTRUCTIONS

settings.register_profile("same", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("same")

# In a background job of a script SIGINT is ignored by it and all that it starts, under `nohup` SIGHUP: tests send both,
# and want them heard.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Cards tell which instructions the libraries were told to use: as on a machine where nobody tells them any.
for _name in INSTRUCTIONS:
    os.environ.pop(_name, None)

# Some hundred processes that tests start would each compile all modules, which takes as long as what they are to do.
if sys.dont_write_bytecode and "CLEANWEB_BYTECODE" not in os.environ:
    _bytecode = TemporaryDirectory(prefix="cleanweb-bytecode-")  # for this session: it goes at exit
    os.environ["CLEANWEB_BYTECODE"] = _bytecode.name  # for those of pytest-xdist too


def pytest_collection_finish() -> None:
    """Tell it to those processes; one of pytest-xdist would compile all that is compiled elsewhere."""
    if sys.dont_write_bytecode:
        os.environ["PYTHONPYCACHEPREFIX"] = os.environ["CLEANWEB_BYTECODE"]
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
