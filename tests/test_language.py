"""Languages of texts, with and without the extra."""

import sys
import tomllib
from pathlib import Path

import pytest

from cleanweb import language
from cleanweb.errors import UsageError

SENTENCES = tomllib.loads((Path(__file__).parent / "cases" / "sentences.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("code", SENTENCES)
def test_languages(code: str) -> None:
    pytest.importorskip("py3langid")
    found, probability = language.identify(SENTENCES[code]["text"])
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
