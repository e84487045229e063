"""Languages of texts, with and without the extra."""

import sys

import pytest

from cleanweb import language
from cleanweb.errors import UsageError

TEXTS = {
    "de": "Die Stadt liegt an einem Fluss, und im Frühling blühen an beiden Ufern die Kirschbäume.",
    "eu": "Hiria ibai baten ondoan dago, eta udaberrian gereziondoak loratzen dira bi ertzetan.",
    "cs": "Město leží u řeky a na jaře na obou březích kvetou třešně.",
    "ja": "この町には大きな川が流れていて、春になると両岸に桜が咲きます。",
}


@pytest.mark.parametrize(("code", "text"), TEXTS.items())
def test_languages(code: str, text: str) -> None:
    pytest.importorskip("py3langid")
    found, probability = language.identify(text)
    assert found == code
    assert 0.5 < probability <= 1


@pytest.mark.parametrize("text", ["", "12.5", "!"])
def test_no_words_no_language(text: str) -> None:
    pytest.importorskip("py3langid")
    assert language.identify(text)[0] == language.UNDETERMINED


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    language._identifier.cache_clear()
    monkeypatch.setitem(sys.modules, "py3langid.langid", None)
    with pytest.raises(UsageError, match="langid"):
        language.identify("text")
