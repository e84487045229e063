"""Ends of texts, without pictographs after them."""

import pytest

from cleanweb.measures.endings import without_pictures


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("See you! 😊", "See you!"),
        ("It works.😊 👍🏽 ", "It works.😊 👍🏽 "),  # what a block never ends in is no picture
        ("It works.😊 👍🏽", "It works."),
        ("See you! 👩🏿\u200d⚕\ufe0f", "See you!"),
        ("Tea \u2600", "Tea"),  # the first sign that is one
        ("Tea ★", "Tea"),
        ("Tea ©", "Tea ©"),
        ("12 °C", "12 °C"),
        ("お茶", "お茶"),
        ("Tea: 5 €", "Tea: 5 €"),
        ("😊", "😊"),
        ("😊 👍", "😊 👍"),
        ("", ""),
    ],
)
def test_pictures_after_the_words_are_left_out(text: str, end: str) -> None:
    assert without_pictures(text) == end
