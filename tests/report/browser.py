"""A headless Chromium for tests, driven by the W3C WebDriver protocol; tests are skipped if there is none."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
MISSING = "" if CHROMIUM and DRIVER else "no Chromium with chromedriver here (Debian: chromium, chromium-driver)"

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --window-size=1300,800"
).split()
SECONDS = 30  # to start, and to load a page


class Browser:
    """A browser window."""

    def __init__(self, address: str, profile: str) -> None:
        self._address = address
        options = {"binary": CHROMIUM, "args": [*FLAGS, f"--user-data-dir={profile}"]}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        answer = self._call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._session = f"/session/{answer['sessionId']}"

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self._address + path, data, {"Content-Type": "application/json"}, method=method
        )
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)["value"]

    def open(self, path: Path) -> None:
        """Load a report and wait for the page in it."""
        self._call("POST", self._session + "/url", {"url": path.resolve().as_uri()})
        self.wait("return document.querySelectorAll('#blocks li').length + document.querySelectorAll('table').length")

    def wait(self, script: str) -> Any:
        """Run a script until its result is true; a frame that is being replaced gives no result yet."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            with suppress(urllib.error.HTTPError):
                if found := self.run(script):
                    return found
            time.sleep(0.05)
        raise AssertionError(f"not true within {SECONDS} s: {script}")

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script in the report; its result."""
        return self._call("POST", self._session + "/execute/sync", {"script": script, "args": arguments})

    def press(self, keys: str) -> None:
        """Type on the keyboard, wherever the focus is."""
        actions = [
            step for key in keys for step in ({"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})
        ]
        self._call("POST", self._session + "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def complaints(self) -> list[str]:
        """What the browser wrote to its console."""
        return [line["message"] for line in self._call("POST", self._session + "/se/log", {"type": "browser"})]

    def quit(self) -> None:
        """Close it."""
        self._call("DELETE", self._session)


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser for a `with` block."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        driver = subprocess.Popen(
            [DRIVER or "", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert driver.stdout is not None
            port = next(line.split("port ")[1].strip(" .\n") for line in driver.stdout if "successfully" in line)
            window = Browser(f"http://127.0.0.1:{port}", profile)
            try:
                yield window
            finally:
                window.quit()
        finally:
            driver.terminate()
            driver.wait()
