"""Marks become verdicts: by default only those of consent boxes."""

import pytest

from cleanweb import cleaner
from cleanweb.classify.marks import Marks
from cleanweb.errors import UsageError

PAGE = b"""<body><div class="cookie-banner"><p>We use cookies.</p></div><p hidden>A hidden line.</p>
<nav>Home</nav><p>Boil the water.</p>"""


def test_consent_boxes_are_dropped_and_hidden_text_is_not() -> None:
    cleaned = cleaner("ice-bl", normalize="full", classify=["marks"])(PAGE)
    assert cleaned.text == "<p>A hidden line.\n<p>Home\n<p>Boil the water.\n"
    assert cleaned.verdicts.rule == ["marked consent", "marked hidden", "marked menu", "not marked"]
    assert [told.reason for told in cleaned.explain(range(4))] == [
        "marked as consent, which is dropped",
        "marked as hidden, which is not dropped",
        "marked as menu, which is not dropped",
        "not marked",
    ]


def test_the_marks_to_drop_can_be_chosen() -> None:
    chosen = cleaner("ice-bl", normalize="full", classify=["marks"], drop="menu, hidden")
    assert chosen(PAGE).text == "<p>We use cookies.\n<p>Boil the water.\n"


def test_in_a_chain_the_next_classifier_does_not_see_them() -> None:
    cleaned = cleaner("ice-bl", normalize="full", classify=["marks", "keep-all"])(PAGE)
    assert cleaned.verdicts.rule == ["marked consent", "keep all", "keep all", "keep all"]


def test_an_unknown_mark_is_an_error() -> None:
    with pytest.raises(UsageError, match="no mark 'cookies'; expected some of: consent, hidden"):
        Marks(drop=("cookies",))
