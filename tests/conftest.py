"""Laws get the same inputs every time and no deadline; signals are heard; bytecode is shared."""

import os
import signal
import sys
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, settings

from cleanweb.train.cards import INSTRUCTIONS

settings.register_profile("same", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("same")

# A script's background jobs and their children ignore SIGINT, those under `nohup` SIGHUP. Tests send both signals and
# need them handled.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Cards name the instruction sets that libraries were limited to: start with no limit.
for _name in INSTRUCTIONS:
    os.environ.pop(_name, None)

# Otherwise each of about a hundred processes that tests start would compile all modules, which doubles its time.
if sys.dont_write_bytecode and "CLEANWEB_BYTECODE" not in os.environ:
    _bytecode = TemporaryDirectory(prefix="cleanweb-bytecode-")  # for this session; removed at exit
    os.environ["CLEANWEB_BYTECODE"] = _bytecode.name  # for the workers of pytest-xdist, too


def pytest_collection_finish() -> None:
    """Pass the folder to child processes; set earlier, it would make a pytest-xdist worker compile its modules, too."""
    if sys.dont_write_bytecode:
        os.environ["PYTHONPYCACHEPREFIX"] = os.environ["CLEANWEB_BYTECODE"]
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
