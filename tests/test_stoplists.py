"""Stop lists: packaged lists are sound, the user's are found, `choose` tells languages apart."""

import json
import os
import re
from pathlib import Path

import pytest

from cleanweb import packaged_stoplists, stoplists
from cleanweb.errors import DataError, UsageError
from cleanweb.files import forget_changed
from cleanweb.measures.stopwords import stop_word_density

# The same short tale in every language, written for this test.
SAMPLES: dict[str, str] = json.loads((Path(__file__).parent / "cases" / "languages.json").read_text(encoding="utf-8"))


def test_every_language_has_a_sample() -> None:
    assert set(SAMPLES) == set(packaged_stoplists.available())
    assert len(SAMPLES) >= 60


@pytest.mark.parametrize("language", packaged_stoplists.available())
def test_packaged_list_is_sound(language: str) -> None:
    lines = packaged_stoplists.path_of(language).read_text(encoding="utf-8").splitlines()
    words = [line for line in lines if not line.startswith("#")]
    core, _, frequent = "\n".join(lines).partition("\n# frequent words\n")
    for part in (core.partition("\n# core words\n")[2], frequent):
        assert part.splitlines() == sorted(part.splitlines()), "each part in the order of the alphabet"
    assert len(words) == len(set(words)), "each word once"
    assert all(word and word == word.lower().strip() for word in words), "lower-cased, nothing around them"
    assert not any(re.search(r"\d", word) for word in words), "no digits"
    assert set(stoplists.header(language)) == {"language", "sources", "filter", "coverage"}
    assert stoplists.find_stoplist(language).words == set(words)


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("ar", "القاهرة بغداد لندن محمد"),
        ("bn", "ঢাকা রহমান"),
        ("fa", "تهران آمریکا"),
        ("he", "ירושלים יעקב"),
        ("mr", "मुंबई गांधी"),
        ("ms", "malaysia india"),
        ("ru", "москва россия"),
        ("ta", "சென்னை"),
        ("ur", "احمد امریکہ"),
        ("uz", "o‘zbek"),
    ],
)
def test_packaged_list_has_no_names_of_places_and_persons(language: str, names: str) -> None:
    assert stoplists.find_stoplist(language).words.isdisjoint(names.split())


@pytest.mark.parametrize("language", packaged_stoplists.available())
def test_header_states_the_coverage_of_the_sample(language: str) -> None:
    density = stop_word_density(SAMPLES[language], stoplists.find_stoplist(language).words)
    assert stoplists.header(language)["coverage"].endswith(f"{density:.2f} of the sample")


@pytest.mark.parametrize("language", packaged_stoplists.available())
def test_readme_states_what_the_list_states(language: str) -> None:
    header = stoplists.header(language)
    count = len(stoplists.find_stoplist(language).words)
    row = f"| {language} | {header['language']} | {count} | {header['coverage']} | {header['sources']} |"
    assert row in (packaged_stoplists.folder() / "README.md").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("language", packaged_stoplists.available())
def test_sources_are_known_and_licensed(language: str) -> None:
    known = {
        "jusText 3.0.2 (BSD-2-Clause)",
        "stopwordsiso 0.7.1 (MIT)",
        "stop-words 2025.11.4 (BSD-3-Clause)",
        "cleanweb (Apache-2.0)",
    }
    assert set(stoplists.header(language)["sources"].split("; ")) <= known


@pytest.mark.parametrize("language", packaged_stoplists.available())
def test_choose_finds_the_language_of_its_sample(language: str) -> None:
    assert stoplists.choose(SAMPLES[language]) == language


@pytest.mark.parametrize("text", ["", "   ", "1234 5678", "?! --", "qqq zzzz xkcdxkcd"])
def test_choose_knows_when_nothing_is_covered(text: str) -> None:
    assert stoplists.choose(text) is None


def test_choose_goes_by_the_larger_part_of_a_mixed_page() -> None:
    assert stoplists.choose(SAMPLES["de"] + SAMPLES["en"][:40]) == "de"
    assert stoplists.choose(SAMPLES["de"][:40] + SAMPLES["en"]) == "en"


@pytest.mark.skipif(not os.environ.get("CLEANWEB_DATA"), reason="the gold data are not here (CLEANWEB_DATA)")
def test_choose_finds_the_language_of_gold_texts() -> None:
    """All 810 news texts of the DAnIEL corpus: Greek, English, Polish, Russian, Chinese."""
    daniel = Path(os.environ["CLEANWEB_DATA"]) / "daniel"
    languages = {page: meta["language"] for page, meta in json.loads((daniel / "meta.json").read_bytes()).items()}
    chosen = {page: stoplists.choose((daniel / "gold" / f"{page}.txt").read_text("utf-8")) for page in languages}
    assert chosen == languages


def test_find_by_code_and_by_path(tmp_path: Path) -> None:
    assert "eta" in stoplists.find_stoplist("eu").words
    own = tmp_path / "eu.txt"
    own.write_text("# mine\nBat\nbi\n\n", encoding="utf-8")
    assert stoplists.find_stoplist(str(own)) == stoplists.StopList("eu", frozenset({"bat", "bi"}))


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("english", "en (English)"),
        ("Bask", "eu (Basque)"),
        ("EU", "eu (Basque)"),
        ("no", "nb (Norwegian Bokmål)"),
        ("ue", "nearest: eu (Basque)"),
        ("ed", "nearest: de (German)"),
    ],
)
def test_unknown_name_gets_the_nearest_languages(name: str, suggestion: str) -> None:
    with pytest.raises(UsageError, match=re.escape(suggestion)):
        stoplists.find_stoplist(name)


def test_words_in_place_of_a_name_are_no_list() -> None:
    with pytest.raises(UsageError, match="expected a file or the code of a language"):
        stoplists.find_stoplist("the of and to in " * 20)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "expected a stop list, found no word"),
        (b"# only\n# comments\n\n", "expected a stop list, found no word"),
        (b"und\noder\n\xff\xfe\n", ":3: expected a stop list in UTF-8, found byte 0xff"),
        (b"und\n# fine so far\nund so weiter\n", ":3: expected one word a line, found 'und so weiter'"),
    ],
)
def test_broken_list_names_file_and_line(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.txt"
    path.write_bytes(data)
    with pytest.raises(DataError, match=re.escape("broken.txt")) as caught:
        stoplists.find_stoplist(str(path))
    assert message in str(caught.value)


def test_unreadable_list_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot read the stop list"):
        stoplists.find_stoplist(str(tmp_path))


def test_a_list_in_decomposed_letters_fits_texts_of_both_spellings(tmp_path: Path) -> None:
    path = tmp_path / "vi.txt"
    path.write_bytes("là\nvà\nkhông\n".replace("à", "a\u0300").replace("ô", "o\u0302").encode())
    words = stoplists.find_stoplist(str(path)).words
    assert {"là", "và", "không", "la\u0300"} <= words


def test_a_list_of_ones_own_is_read_once_and_again_when_it_has_changed(tmp_path: Path) -> None:
    """Each page used to read it again, and found a pipe empty: `-s <(...)`."""
    path = tmp_path / "x.txt"
    for word in ("und", "oder"):
        path.write_text(word)
        forget_changed()
        found = stoplists.find_stoplist(str(path))
        assert found.words == {word}
        assert stoplists.find_stoplist(str(path)) is found


def test_byte_order_mark_and_windows_line_ends_are_no_part_of_words(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes("\ufeffund\r\noder\r\n".encode())
    assert stoplists.find_stoplist(str(path)).words == {"und", "oder"}


def test_a_list_of_tibetan_may_have_the_signs_after_its_syllables(tmp_path: Path) -> None:
    path = tmp_path / "bo.txt"
    path.write_text("དང་\nནི།\nİle\n", "utf-8")
    assert stoplists.find_stoplist(str(path)).words == {"དང", "ནི", "ile"}
