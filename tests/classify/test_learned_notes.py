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
        ("class=footnote", "Of the mill.", False),
        ("class=footnote", "1740 was dry.", False),
        ("class=note", "[1] Of the mill.", False),
        ("class=footnotebook", "[1] Of the mill.", False),
    ],
)
def test_a_note_has_the_name_and_the_beginning_of_one(name: str, text: str, is_note: bool) -> None:
    blocks = cleaner("cleanweb")(f"<p>The mill<div {name}><p>{text}</div>").blocks
    assert list(notes(blocks, [True, False], ["kept", BELOW])) == [1] * is_note


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
