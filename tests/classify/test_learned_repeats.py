"""Which repeats a page has from its layout, and which from its author."""

import pytest

from cleanweb.classify.learned_repeats import MAX_TIMES, MIN_WORDS, drop_repeats
from cleanweb.page import Blocks
from cleanweb.segment.tags import HEADING_TAGS

SAID = "The mill was built of stone in 1740."
NEXT = "It ground the corn of nine villages then."
LINES = [("div>p", f"Of the {number} villages that brought it corn one is left.") for number in range(10)]


def rules(rows: list[tuple[str, str]], gone: int = 0, words: float = 0) -> list[str]:
    """The rules of the blocks that say SAID, when so many blocks before the last are removed already."""
    keep = [True] * len(rows)
    keep[-1 - gone : -1] = [False] * gone
    blocks, rule = Blocks.of(rows), ["kept" if kept else "below threshold" for kept in keep]
    drop_repeats(blocks, keep, rule, [words or float(len(text.split())) for _, text in rows])
    assert [name not in ("repeat", "below threshold") for name in rule] == keep
    return [name for name, (_, text) in zip(rule, rows, strict=True) if text == SAID]


@pytest.mark.parametrize("tag", ["p", "div", "li"])
def test_what_is_said_again_amid_the_text_stays(tag: str) -> None:
    assert rules([("div>p", SAID), *LINES, (f"section>{tag}", SAID)]) == ["kept", "kept"]


@pytest.mark.parametrize(("gone", "again"), [(1, "kept"), (2, "repeat"), (9, "repeat")])
def test_what_is_said_again_behind_removed_blocks_goes(gone: int, again: str) -> None:
    assert rules([("div>p", SAID), *LINES, ("div>p", SAID)], gone) == ["kept", again]


def test_what_is_said_again_and_again_goes() -> None:
    rows = [row for line in LINES[: MAX_TIMES + 1] for row in (("div>p", SAID), line)]
    assert rules(rows) == ["kept"] * MAX_TIMES + ["repeat"]


def test_passages_that_come_twice_go() -> None:
    passage = [("div>p", SAID), ("div>p", NEXT)]
    assert rules([*passage, *LINES, *passage]) == ["kept", "repeat"]
    passage.reverse()
    assert rules([*passage, *LINES, *passage]) == ["kept", "repeat"]


@pytest.mark.parametrize("path", ["table>tr>td", "table>tr>th", "dl>dd", "dl>dd>p", "dl>dt"])
def test_cells_and_definitions_stay_wherever_they_repeat(path: str) -> None:
    passage = [(path, SAID), (path, NEXT)]
    assert rules([*passage, *LINES, *passage[::-1], ("p", "")], gone=3) == ["kept", "below threshold"]
    assert rules([*passage, *LINES, *passage]) == ["kept", "kept"]


@pytest.mark.parametrize("tag", sorted(HEADING_TAGS))
def test_of_a_line_and_a_heading_after_it_the_heading_stays(tag: str) -> None:
    assert rules([("p", SAID), *LINES, (tag, SAID)]) == ["repeat", "kept"]
    assert rules([("p", SAID), *LINES, (tag, SAID), (tag, SAID)]) == ["repeat", "kept", "kept"]


@pytest.mark.parametrize(("words", "again"), [(MIN_WORDS - 1, "kept"), (MIN_WORDS, "repeat")])
def test_few_words_stay(words: int, again: str) -> None:
    passage = [("div>p", SAID), ("div>p", NEXT)]
    assert rules([*passage, *LINES, *passage], words=words) == ["kept", again]
