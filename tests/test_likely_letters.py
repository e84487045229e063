"""Letters of the stop lists' words tell in which non-Latin encoding bytes are text."""

import pytest

from cleanweb.encodings import python_name
from cleanweb.likely_letters import evidence


def of(text: str, encoding: str) -> float:
    return evidence(text.encode(python_name(encoding)), encoding)


def test_ascii_says_nothing() -> None:
    assert evidence(b"tea and bread", "windows-1251") == 0.0
    assert evidence(b"tea and bread", "euc-jp") == 0.0


@pytest.mark.parametrize(
    ("likelier", "less", "encoding"),
    [
        ("который", "кпчпнги", "windows-1251"),  # pairs of letters that occur in words
        ("чай", "ЧАЙ", "windows-1251"),
        ("ЧАЙ", "чАй", "windows-1251"),  # no word has a capital after a small letter
        ("Чай", "ЧаЙ", "windows-1251"),
        ("κύριος", "κύριοσ", "windows-1253"),  # nor does one end in this letter
        ("чай tea", "чайtea", "windows-1251"),
        ("tea чай", "teaчай", "windows-1251"),
        ("чай. ", "чай™ ", "windows-1251"),
        ("の本", "ゑ本", "euc-jp"),
        ("カ", "亜", "euc-jp"),
        ("的不", "亿仂", "gb18030"),
        ("亿", "仂", "gb18030"),  # a common ideograph, and a rare one
        ("人", "亿", "gb18030"),
        ("亿", "①", "gb18030"),
        ("人 tea", "人tea", "gb18030"),
        ("tea 人", "tea人", "gb18030"),
        ("人", "\u3400", "gb18030"),  # in four bytes
        ("人", "б", "gb18030"),
        ("한국", "똠믜", "euc-kr"),
        ("港", "瀟", "shift_jis"),
        ("港", "瀟", "euc-jp"),
        ("чай, мёд", "чай™ мёд", "windows-1251"),
        ("чай, мёд – сок", "чай, мёд ™ сок", "windows-1251"),
    ],
)
def test_what_is_likelier(likelier: str, less: str, encoding: str) -> None:
    assert of(likelier, encoding) > of(less, encoding)


def test_bytes_of_ascii_within_characters_count() -> None:
    """The second byte of "ソ" is that of a backslash in ASCII."""
    assert of("ソソ", "shift_jis") == pytest.approx(of("ササ", "shift_jis"))


def test_repeated_text_is_so_many_times_as_likely() -> None:
    assert of("чай " * 5, "koi8-r") == pytest.approx(5 * of("чай ", "koi8-r"))
