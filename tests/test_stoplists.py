"""Stop lists: packaged ones are sound, the user's are found and checked, `choose` tells languages apart."""

import json
import os
import re
import tracemalloc
from pathlib import Path

import pytest

from cleanweb import stoplists
from cleanweb.errors import DataError, UsageError
from cleanweb.files import forget_changed
from cleanweb.measures.stopwords import stop_word_density, words

# The same short tale in every language, written for this test.
SAMPLES: dict[str, str] = json.loads((Path(__file__).parent / "cases" / "languages.json").read_text(encoding="utf-8"))


def test_every_language_has_a_sample() -> None:
    assert set(SAMPLES) == set(stoplists.available())
    assert len(SAMPLES) >= 60


@pytest.mark.parametrize("language", stoplists.available())
def test_packaged_list_is_sound(language: str) -> None:
    lines = (stoplists.folder() / f"{language}.txt").read_text(encoding="utf-8").splitlines()
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


@pytest.mark.parametrize("language", stoplists.available())
def test_header_states_the_coverage_of_the_sample(language: str) -> None:
    density = stop_word_density(SAMPLES[language], stoplists.find_stoplist(language).words)
    assert stoplists.header(language)["coverage"].endswith(f"{density:.2f} of the sample")


@pytest.mark.parametrize("language", stoplists.available())
def test_readme_states_what_the_list_states(language: str) -> None:
    header = stoplists.header(language)
    count = len(stoplists.find_stoplist(language).words)
    row = f"| {language} | {header['language']} | {count} | {header['coverage']} | {header['sources']} |"
    assert row in (stoplists.folder() / "README.md").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("language", stoplists.available())
def test_sources_are_known_and_licensed(language: str) -> None:
    known = {
        "jusText 3.0.2 (BSD-2-Clause)",
        "stopwordsiso 0.7.1 (MIT)",
        "stop-words 2025.11.4 (BSD-3-Clause)",
        "cleanweb (Apache-2.0)",
    }
    assert set(stoplists.header(language)["sources"].split("; ")) <= known


@pytest.mark.parametrize("language", stoplists.available())
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
    assert stoplists.find_stoplist(str(own)) == stoplists.StopList("eu", frozenset({"bat", "bi"}), own)


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
    """Each page read it anew, and found nothing more in a pipe: `-s <(...)`."""
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


TEXTS = [
    "The cat sat on the mat. It was Monday in London and the sun was out.",
    "A dog ran to the gate of London; the gate was open, and in it ran.",
    "On the hill was an oak, and the oak was old. The men of London came to it.",
]


def test_build_puts_words_of_many_texts_first() -> None:
    built = stoplists.build(TEXTS, top=4)
    assert built[:2] == ["the", "was"]
    assert set(built) <= {"the", "was", "and", "it", "in", "on", "of", "to"}


def test_build_leaves_out_names_numbers_and_words_of_one_text() -> None:
    built = stoplists.build([*TEXTS, "In 1066 and in 1066 the gate."], coverage=1.0)
    assert not {"london", "cat", "1066", "oak"} & set(built)


def test_build_takes_words_until_the_coverage_is_reached() -> None:
    texts = list(SAMPLES.values())[:1] * 2
    few, more = stoplists.build(texts, coverage=0.2), stoplists.build(texts, coverage=0.4)
    assert few == more[: len(few)]
    joined = "\n".join(texts)
    assert stop_word_density(joined, frozenset(few)) >= 0.2 > stop_word_density(joined, frozenset(few[:-1]))


def test_build_holds_the_words_of_one_text_at_a_time() -> None:
    texts = [f"the cat and me {number} " * 400 for number in range(50)]
    tracemalloc.start()
    try:
        assert stoplists.build(texts, coverage=0.5) == ["and", "cat", "me"]
        assert tracemalloc.get_traced_memory()[1] < sum(map(len, texts))  # those of all took ten times as much
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("texts", [["The cat", "and the dog."], ["the — cat", "我的猫 the"], []])
def test_covered_is_the_density_of_all_texts_together(texts: list[str]) -> None:
    joined, listed = "\n".join(texts), frozenset({"the", "的"})
    assert stoplists.covered(texts, listed) == (stop_word_density(joined, listed), len(words(joined)))


def test_build_finds_function_words_without_spaces() -> None:
    texts = [
        "我的猫在家里，因为下雨。他的狗在外面，因为狗不怕雨。",
        "你的书在桌上，因为我在看书。",
        "因为天热，人在外面吃饭。人的衣服在家里。",
        "孩子在学校，因为今天有课。老师的话孩子在听。",
    ]
    built = stoplists.build(texts, top=3)
    assert built == ["在", "因为", "的"]
    assert "因" not in stoplists.build(texts, top=50)


def test_build_finds_words_with_their_marks() -> None:
    texts = ["ที่บ้านไม่มีน้ำ", "ไม่มีใครอยู่ที่ตลาด", "ที่วัดมีคนไม่มาก", "แม่ไม่อยู่ที่บ้าน", "เรือไม่มาที่ท่า"]
    assert set(stoplists.build(texts, top=2)) == {"ที่", "ไม่"}


def test_build_knows_the_ends_of_sentences_of_scripts_with_capitals() -> None:
    texts = ["Մայրը տանն է։ Նա աշխատում է։ Իսկ որդին դրսում է։", "Հայրը եկավ։ Նա հոգնած է։ Իսկ շունը վազում է։"]
    assert {"նա", "իսկ"} <= set(stoplists.build(texts, coverage=1.0))


def test_build_finds_words_that_end_or_begin_with_an_apostrophe() -> None:
    maltese = ["Il-ktieb ta’ missieri u ma’ ommi. Qal: ’dar ta’ ommi’.", "Id-dar ta’ Pawlu ma’ ħuthom u l-ktieb."]
    assert {"ta’", "ma’", "u"} == set(stoplists.build(maltese))
    hawaiian = ["‘O ka hale kēia. ‘A‘ole ia he mea hou.", "‘O wau nō. ‘A‘ole au i ‘ike i ka ‘hale’."]
    assert {"‘o", "‘a‘ole", "ka"} == set(stoplists.build(hawaiian))


def test_build_knows_the_dotted_i_of_turkish() -> None:
    texts = ["İçin için yanan bir ateş var. Bu iş için geldi.", "İÇİN bu iş için iyi bir şey."]
    assert stoplists.build(texts, top=1) == ["için"]
    assert stop_word_density("İçin İÇİN için", frozenset({"için"})) == 1


def test_build_finds_syllables_of_tibetan_and_words_of_ethiopic() -> None:
    tibetan = ["ང་ཚོ་དེ་རིང་འདིར་ཡོད། ཁོང་ཚོ་ཡང་དེ་རིང་ཡོད།", "ང་ཚོ་ཡང་དེ་རིང་འགྲོ།"]
    assert {"ཚོ", "དེ", "ཡང"} <= set(stoplists.build(tibetan))
    assert stop_word_density(tibetan[1], frozenset({"ཚོ", "རིང"})) == 2 / 6
    assert stoplists.build(["ለምን፡ሰው፡ይበዛል።", "ለምን፡ሰው፡ነው።"]) == ["ለምን", "ሰው"]


def test_a_list_of_tibetan_may_have_the_signs_after_its_syllables(tmp_path: Path) -> None:
    path = tmp_path / "bo.txt"
    path.write_text("དང་\nནི།\nİle\n", "utf-8")
    assert stoplists.find_stoplist(str(path)).words == {"དང", "ནི", "ile"}


def test_check_takes_particles_of_burmese_and_apostrophes_for_letters() -> None:
    found = stoplists.check(frozenset({"၎င်း", "၏", "က", "ta’", "and,", "—"}))
    assert found == [
        ("and,", ["holds punctuation at an edge"]),
        ("က", ["is a single sign or letter"]),
        ("—", ["is a single sign or letter"]),
    ]


def test_check_says_why_a_word_looks_like_a_content_word() -> None:
    texts = [*TEXTS, "gate gate gate of London gate, in London gate; I'm in London and I've seen the London of old"]
    listed = frozenset({"the", "i'm", "london", "b2b", "gate", "internationalisation", "and,"})
    found = dict(stoplists.check(listed, texts))
    assert not {"the", "i'm", "gate"} & set(found)
    assert found["london"] == ["is capitalized in 6 of 6 places inside sentences"]
    assert found["b2b"] == ["holds a digit"]
    assert found["and,"] == ["holds punctuation at an edge"]
    assert found["internationalisation"] == ["is longer than 14 characters"]


def test_check_finds_words_of_few_texts() -> None:
    texts = [f"we go to the town, the place number {number}" for number in range(20)]
    texts[3] += " shares shares shares shares shares shares"
    found = dict(stoplists.check(frozenset({"shares", "the"}), texts))
    assert found == {"shares": ["occurs 6 times, but in 1 of 20 texts only"]}
