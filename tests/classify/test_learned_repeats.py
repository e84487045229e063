"""Which repeats a page has from its layout, and which from its author."""

import pytest

from cleanweb import cleaner
from cleanweb.classify.learned_repeats import MAX_ITEMS, MAX_TIMES, MIN_WORDS, drop_repeats
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


@pytest.mark.parametrize("path", ["table>tr>td", "table>tr>th", "table>tr>td>p", "dl>dd", "dl>dd>p", "dl>dt"])
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


STEPS = "<ol><li>{}<li>{}</ol>"


def listed(first: str, second: str) -> list[str]:
    """The rules of what two lists say, all of which is kept before, far from each other."""
    others = "".join(f"<p>{text}" for _, text in LINES)
    blocks = cleaner("cleanweb")(f"{first}{others}{second}").blocks
    keep, rule = [True] * len(blocks), ["kept"] * len(blocks)
    removed = blocks.text.index(LINES[5][1])
    keep[removed : removed + 3] = [False] * 3  # so that it is not amid the text
    drop_repeats(blocks, keep, rule, [float(len(text.split())) for text in blocks.text])
    return [name for name, text in zip(rule, blocks.text, strict=True) if text == SAID]


def test_a_step_of_several_procedures_stays() -> None:
    assert listed(STEPS.format(NEXT, SAID), STEPS.format("It stopped.", SAID)) == ["kept", "kept"]
    assert listed(STEPS.format(NEXT, SAID), STEPS.format("It stopped.", f"<p>{SAID}")) == ["kept", "kept"]


def test_what_very_many_lists_say_goes() -> None:
    """As the partners in a consent dialog, each with a list."""
    lists = "".join(STEPS.format(f"It was number {number}.", SAID) for number in range(MAX_ITEMS + 2))
    assert listed(lists, "") == ["kept"] * MAX_ITEMS + ["repeat"] * 2


def test_a_list_that_a_layout_has_twice_goes() -> None:
    assert listed(STEPS.format(NEXT, SAID), STEPS.format(NEXT, SAID)) == ["kept", "repeat"]
    assert listed(f"<p>{SAID}", STEPS.format(NEXT, SAID)) == ["kept", "repeat"]  # the other is in no list
