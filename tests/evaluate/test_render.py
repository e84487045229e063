"""Names of runs in tables."""

import pytest

from cleanweb.evaluate.render import short_names


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        (["out/a"], ["out/a"]),
        (["out/a", "out/b"], ["a", "b"]),
        (["out/x/a", "out/y/a"], ["x/a", "y/a"]),
        (["a", "b"], ["a", "b"]),
        (["out", "out/out"], ["out", "out/out"]),
        (["/x/a", "b"], ["/x/a", "b"]),
    ],
)
def test_short_names(runs: list[str], expected: list[str]) -> None:
    assert list(short_names(runs).values()) == expected
