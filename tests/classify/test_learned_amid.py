"""Texts that were removed beside or amid their like come back."""

import pytest

from cleanweb import cleaner
from cleanweb.classify.learned_amid import earlier_parts, texts_amid
from tests.blocks import default_blocks

FIRE = "The old mill by the river burned down on Friday night, as nobody in the village had expected."
WHEEL = "<p>It had ground the corn of nine villages for long, and its wheel was of oak and of iron. "
WORDS_15 = "The old mill by the river burned down on Friday night, as nobody expected it."
LEAD = f"<div class={{}}><p{{}}>{FIRE}</div>"
BODY = f"<div class=text>{WHEEL * 3}</div>"


@pytest.mark.parametrize(
    ("html", "is_part"),
    [
        (LEAD.format("text", "") + "<p>Picture" + BODY, True),
        (LEAD.format("text", " class=first") + "<p>Picture" + BODY, True),
        (LEAD.format("other", "") + "<p>Picture" + BODY, False),
        ((LEAD.format("", "") + "<p>Picture" + BODY).replace(" class=text", "").replace(" class=", ""), False),
        (BODY + "<p>Picture" + LEAD.format("text", ""), False),
        (LEAD.format("text", "") + BODY, True),
        (LEAD.format("text", "") + f"<div class=text>{WHEEL}{WHEEL[3:] * 2}</div>", True),  # of one block
        (LEAD.format("text", "") + BODY + f"<div>{WHEEL * 2}</div>", True),  # .6 of the text
        (LEAD.format("text", "") + f"<div class=text>{WHEEL * 5}</div>" + WHEEL * 4, False),
        (f"<div class=text><p>{WORDS_15}</div>" + BODY, True),
        (f"<div class=text><p>{WORDS_15[4:]}</div>" + BODY, False),
        (LEAD.format("text", "").replace("<p>", "<p><a href=/>") + BODY, False),
    ],
)
def test_what_stands_before_the_text_in_a_box_like_its_own_is_a_part(html: str, is_part: bool) -> None:
    blocks = default_blocks(html)
    keep = [text.startswith("It had") for text in blocks.text]
    rule = ["kept" if is_kept else "below threshold (article)" for is_kept in keep]
    words = [float(len(text.split())) for text in blocks.text]
    assert earlier_parts(blocks, keep, rule, words, [0.5] * len(keep)) == [0] * is_part
    assert not earlier_parts(blocks, keep, rule, words, [0.3] * len(keep))
    assert not earlier_parts(blocks, [False] * len(keep), rule, words, [0.5] * len(keep))
    assert not earlier_parts(
        blocks, keep, ["kept" if is_kept else "form" for is_kept in keep], words, [0.5] * len(keep)
    )


@pytest.mark.parametrize(
    ("html", "is_between"),
    [
        (f"{WHEEL}<p><a href=/>The old mill</a> {FIRE}{WHEEL}", True),
        (f"{WHEEL}<p><b>{FIRE}</b>{WHEEL}", True),
        (f"<div>{WHEEL}</div><div><p>{FIRE}</div><div>{WHEEL}</div>", False),  # not siblings
        (f"{WHEEL}<p class=teaser>{FIRE}{WHEEL}", False),
        (f"{WHEEL}<p><a href=/>{FIRE}</a>{WHEEL}", False),
        (f"{WHEEL}<p>The old mill by the river burned down.{WHEEL}", True),  # eight words
        (f"{WHEEL}<p>The mill by the river burned down.{WHEEL}", False),
        (f"{WHEEL}<p>{FIRE}<p>{FIRE}{WHEEL}", False),  # two
        (f"{WHEEL}<p>{FIRE}", False),
    ],
)
def test_a_text_between_kept_ones_like_it_stays(html: str, is_between: bool) -> None:
    assert amid(html) == ({1: "between"} if is_between else {})


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [("", "", {2: "between"}), (" class=note", "", {}), ("", " class=note", {})],
)
def test_a_text_between_kept_ones_is_like_both(before: str, after: str, found: dict[int, str]) -> None:
    wheels = [WHEEL.replace("<p>", f"<p{attributes}>", 1) for attributes in ("", before, after, "")]
    assert amid(f"{wheels[0]}{wheels[1]}<p>{FIRE}{wheels[2]}{wheels[3]}") == found


@pytest.mark.parametrize(
    ("html", "row"),
    [
        (f"<div>{FIRE}<p>Picture{WHEEL * 3}</div>", 0),
        (f"<div><p>Picture{WHEEL * 3}</p>{FIRE}</div>", 4),
        (f"<div><b>{FIRE}</b><p>Picture{WHEEL * 2}</div>{WHEEL}", 0),
        (f"<div><p>{FIRE}</p></div><p>Picture{WHEEL * 3}", -1),  # it is a paragraph, too
        (f"<div>{FIRE}<p>Picture{WHEEL}</div><div>{WHEEL * 2}</div>", -1),  # most of the text is elsewhere
        (f"<div><a href=/>{FIRE}</a><p>Picture{WHEEL * 3}</div>", -1),
        (f"<div>{FIRE}<p>Picture{WHEEL}</div>{WHEEL}", 0),  # half of the text is beside it
        (f"<div>The old mill by the river burned down on Friday at night.<p>Picture{WHEEL * 3}</div>", 0),
        (f"<div>The old mill by the river burned down on Friday night.<p>Picture{WHEEL * 3}</div>", -1),
    ],
)
def test_a_text_loose_beside_the_paragraphs_stays(html: str, row: int) -> None:
    assert amid(html) == ({row: "loose"} if row >= 0 else {})


@pytest.mark.parametrize(
    ("html", "score", "rows"),
    [
        (f"{WHEEL}<blockquote><p>{FIRE}</blockquote>{WHEEL}", 0.4, [1]),
        (f"{WHEEL}<blockquote>{FIRE}<footer>Ada Hill</footer></blockquote>{WHEEL}", 0.4, [1, 2]),
        (f"{WHEEL}<blockquote><p>{FIRE}<blockquote><p>{FIRE}</blockquote></blockquote>{WHEEL}", 0.4, [1, 2]),
        (f"{WHEEL}<blockquote><p>{FIRE}</blockquote>{WHEEL}", 0.39, []),
        (f"{WHEEL}<blockquote><p>{FIRE}</blockquote><p>{FIRE}", 0.4, []),  # what follows is not kept
        (f"<p>{FIRE}<blockquote><p>{FIRE}</blockquote>{WHEEL}", 0.4, []),
        (f"<blockquote><p>{FIRE}</blockquote>{WHEEL}", 0.4, []),
        (f"{WHEEL}<blockquote><p>{FIRE}</blockquote>", 0.4, []),
        (f"{WHEEL}<blockquote></blockquote>{WHEEL}", 0.4, []),
        (f"{WHEEL}<blockquote><p>{FIRE}<p>Ada, <a href=/>5 May</a></blockquote>{WHEEL}", 0.4, []),  # an embedded post
        (f"{WHEEL}<blockquote><p>{FIRE}{WHEEL}</blockquote>{WHEEL}", 0.4, []),  # kept in part
        (f"{WHEEL}<blockquote><p>{WORDS_15}</blockquote>{WHEEL}", 0.4, [1]),
        (f"{WHEEL}<blockquote><p>{WORDS_15[4:]}</blockquote>{WHEEL}", 0.4, []),
        (f"{WHEEL}<div><p>{FIRE}</div>{WHEEL}", 0.4, []),
    ],
)
def test_a_quotation_between_kept_texts_stays(html: str, score: float, rows: list[int]) -> None:
    blocks = default_blocks(html)
    keep = [text.startswith("It had") for text in blocks.text]
    words = [float(len(text.split())) for text in blocks.text]
    scores = [score] * len(keep)
    rule = ["kept" if is_kept else "after the text" for is_kept in keep]
    assert texts_amid(blocks, keep, rule, words, scores) == dict.fromkeys(rows, "quoted")
    assert texts_amid(blocks, keep, ["form"] * len(keep), words, scores) == {}


def test_a_quotation_of_which_a_rule_removed_a_part_does_not() -> None:
    blocks = default_blocks(f"{WHEEL}<blockquote><p>{FIRE}<p>Ada Hill</blockquote>{WHEEL}")
    rule = ["kept", "below threshold (article)", "signature", "kept"]
    words = [float(len(text.split())) for text in blocks.text]
    assert texts_amid(blocks, [True, False, False, True], rule, words, [0.5] * 4) == {}


def test_blocks_without_elements_stand_amid_none() -> None:
    lines = cleaner("cleanweb", segment="source-lines")(f"{WHEEL}\n{FIRE}\n{WHEEL}").blocks
    count = len(lines)
    assert count == 3
    assert texts_amid(lines, [True, False, True], ["below threshold"] * count, [20.0] * count, [0.5] * count) == {}


def test_nor_do_those_that_an_expression_captures_beside_others() -> None:
    blocks = cleaner("ice-ga")(f"<ul><li><a href=x>Home</a></ul><p>{WHEEL}<p>{FIRE}<p>{WHEEL}").blocks
    count = len(blocks)
    assert (count, max(blocks.container), min(blocks.container)) == (4, 0, -1)
    keep, rule = [False, True, False, True], ["below threshold"] * count
    assert texts_amid(blocks, keep, rule, [20.0] * count, [0.5] * count) == {}


def amid(html: str) -> dict[int, str]:
    """The texts that come back amid the kept paragraphs on the wheel; less likely ones, and those of rules, may not."""
    blocks = default_blocks(html)
    keep = [text.startswith("It had") for text in blocks.text]
    words = [float(len(text.split())) for text in blocks.text]
    for removed, score in (("below threshold", 0.24), ("form", 0.3)):
        rule = ["kept" if is_kept else removed for is_kept in keep]
        assert texts_amid(blocks, keep, rule, words, [score] * len(keep)) == {}
    rule = ["kept" if is_kept else "after the text" for is_kept in keep]
    return texts_amid(blocks, keep, rule, words, [0.25] * len(keep))
