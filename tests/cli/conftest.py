"""A fixture that runs `cleanweb clean`."""

import io
import sys
from pathlib import Path

import pytest

from cleanweb.cli import main
from cleanweb.corpus.run import Workers
from tests.cli.runs import Run
from tests.corpus.in_process import InProcess


@pytest.fixture
def workers(request: pytest.FixtureRequest) -> type[Workers]:
    """The class that cleans pages: in this process, or in others for tests of processes."""
    return getattr(request, "param", InProcess)


@pytest.fixture
def cleanweb(
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
    tmp_path: Path,
    workers: type[Workers],
) -> Run:
    """Run `cleanweb clean` in tmp_path, by default with the baseline system: (exit status, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)
    for user in ("cleanweb.cli.cleaning", "cleanweb.corpus.site_counts"):
        monkeypatch.setattr(f"{user}.Pool", workers)

    def call(*arguments: str, stdin: bytes = b"") -> tuple[int, bytes, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        system = [] if "--system" in arguments else ["--system", "ice-bl", "-p", "keep-all.kinds=tags"]
        monkeypatch.setattr(sys, "argv", ["cleanweb", "clean", *system, *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capfdbinary.readouterr()
        return int(left.value.code or 0), out, err.decode()

    return call
