"""Footnotes that only the model removed come back, unless their names and beginnings are not those of notes."""

import pytest

from cleanweb import cleaner
from cleanweb.classify.learned_notes import notes

BELOW = "below threshold (page)"


@pytest.mark.parametrize(
    ("name", "text", "is_note"),
    [
        ("class=footnote", "[1] Of the mill.", True),
        ("class='text footnotes'", "12] Of the mill.", True),
        ("class=footnote-list", "\u2191 Of the mill.", True),
        ("id=endnotes", "\u2020 Of the mill.", True),
        ("role=doc-endnotes", "^ Of the mill.", True),
        ("class=Footnote", "[1] Of the mill.", True),
        ("class=MsoFootnoteText", "[1] Of the mill.", True),
        ("class=wp-block-footnotes", "Of the mill. \u21a9\ufe0e", True),  # as shown in text
        ("role=doc-endnotes", "Of the mill. \u21a9\ufe0f", True),  # as a picture
        ("class=footnotes", "Of the mill. \u21a9", True),
        ("class=notes", "Of the mill. \u21a9", False),
        ("class=footnote", "Of the mill.", False),
        ("class=footnote", "1740 was dry.", False),
        ("class=note", "[1] Of the mill.", False),
        ("class=footnotebook", "[1] Of the mill.", False),
    ],
)
def test_a_note_has_the_name_and_the_beginning_of_one(name: str, text: str, is_note: bool) -> None:
    blocks = cleaner("cleanweb")(f"<p>The mill<div {name}><p>{text}</div>").blocks
    assert list(notes(blocks, [True, False], ["kept", BELOW])) == [1] * is_note


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<div class=footnote><a href=#a>3</a><div><p>Of the mill.</div></div>", [2]),
        ("<aside role=doc-footnote>[12]<p>Of the mill.<p>Of its wheel.</aside>", [1, 2]),
        ("<div class=footnote><a href=#a>3.</a><p>Of the mill.</div>", []),
        ("<div class=footnote><a href=#a>1740</a><p>Of the mill.</div>", []),
        ("<table><tr><td>3</table><div class=footnote><p>Of the mill.</div>", []),  # a number of something else
        ("<div class=remark><a href=#a>3</a><p>Of the mill.</div>", []),
    ],
)
def test_a_note_may_have_its_number_in_a_block_of_its_own(html: str, found: list[int]) -> None:
    blocks = cleaner("cleanweb")(f"<p>The mill</p>{html}").blocks
    removed = len(blocks) - 1
    assert list(notes(blocks, [True, *[False] * removed], ["kept", *[BELOW] * removed])) == found


def test_only_what_the_model_removed_comes_back_once_and_beside_text() -> None:
    blocks = cleaner("cleanweb")(
        "<p>The mill<div class=footnotes><p class=footnote>[1] Of it.<p>[2] Of it.</div>"
    ).blocks
    assert list(notes(blocks, [True, False, False], ["kept", BELOW, BELOW])) == [1, 2]
    assert list(notes(blocks, [True, False, False], ["kept", "footer", BELOW])) == [2]
    assert list(notes(blocks, [False] * 3, [BELOW] * 3)) == []


@pytest.mark.parametrize(("name", "is_kept"), [("footnote", True), ("remark", False)])
def test_a_note_stays_below_the_element_of_the_text(name: str, is_kept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    story = "<p>The old mill by the river was built in 1740, and it ground the corn of nine villages for a century." * 8
    html = f"<h1>The mill</h1><div>{story}</div><div><p class={name}>[1] Of corn, it is said, and of mustard.</div>"
    monkeypatch.setattr(
        "cleanweb.classify.learned.apart_from_text", lambda tables, *_: {len(tables.blocks) - 1: "tail"}
    )
    assert cleaner("cleanweb")(html).verdicts.keep[-1] == is_kept
