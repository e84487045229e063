"""The language of texts, with and without the extra."""

import sys
import tomllib
from pathlib import Path

import pytest

from cleanweb import cleaner, language
from cleanweb.corpus.inputs import Page
from cleanweb.corpus.worker import Task, clean_page
from cleanweb.errors import Refused, UsageError
from tests.fixtures import CORPUS

SENTENCES = tomllib.loads((Path(__file__).parent / "cases" / "sentences.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("code", SENTENCES)
def test_languages(code: str) -> None:
    pytest.importorskip("py3langid", reason="needs the extra [langid]")
    found, probability = language.identify(SENTENCES[code]["text"])
    assert found == code
    assert 0.5 < probability <= 1


@pytest.mark.parametrize("text", ["", "12.5", "!"])
def test_no_words_no_language(text: str) -> None:
    pytest.importorskip("py3langid", reason="needs the extra [langid]")
    assert language.identify(text)[0] == language.UNDETERMINED


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    language._identifier.cache_clear()
    monkeypatch.setitem(sys.modules, "py3langid.langid", None)
    with pytest.raises(UsageError, match="langid"):
        language.identify("text")


def test_pages_in_other_languages_are_skipped_with_the_reason(tmp_path: Path) -> None:
    pytest.importorskip("py3langid", reason="needs the extra [langid]")
    task = Task(pipeline=cleaner("cleanweb"), output=str(tmp_path), languages=("eu", "fr"))
    pages = {name: str(CORPUS / "html" / f"{name}.html") for name in ("eu-news", "fr-recipe", "de-product")}
    outcomes = {name: clean_page(Page(name=f"{name}.html", path=path), task).outcome for name, path in pages.items()}
    assert [outcome.state for outcome in outcomes.values()] == ["written", "written", "skipped"]
    assert outcomes["de-product"].reason.startswith("its language is de (probability ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["eu-news.txt", "fr-recipe.txt"]


def test_a_text_whose_language_cannot_be_told_is_refused() -> None:
    pytest.importorskip("py3langid", reason="needs the extra [langid]")
    with pytest.raises(Refused, match="cannot be told; asked for eu"):
        language.refuse_others("12.5", ["eu"])


def test_norwegian_is_asked_for_by_either_code() -> None:
    pytest.importorskip("py3langid", reason="needs the extra [langid]")
    text = "Hei på deg, dette er en tekst om te og vann, og om hvordan man koker det."
    language.check_known(["nb", "no"])
    language.refuse_others(text, ["nb"])
    language.refuse_others(text, ["no"])
    with pytest.raises(Refused):
        language.refuse_others(text, ["nn"])


def test_codes_that_are_none_are_named() -> None:
    pytest.importorskip("py3langid", reason="needs the extra [langid]")
    language.check_known(["eu", "fr"])
    with pytest.raises(UsageError, match=r"'eus'.*nearest: eu"):
        language.check_known(["eu", "eus"])
    for wrong, right in (("EU", "eu"), ("pt-BR", "pt")):
        with pytest.raises(UsageError, match=rf"language '{wrong}' cannot be identified; nearest: {right}(,|$)"):
            language.check_known([wrong])
    # "expected one of: grc, gcr" was wrong: German is known, as de.
    with pytest.raises(UsageError, match=r"language 'ger' cannot be identified; nearest: grc, gcr$"):
        language.check_known(["ger"])
