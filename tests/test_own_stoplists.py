"""Building one's own stop lists: function words are found in texts; content words are listed."""

import tracemalloc

import pytest

from cleanweb import own_stoplists
from cleanweb.measures.stopwords import stop_word_density, words
from cleanweb.own_stoplists import build, check, covered
from tests.test_stoplists import SAMPLES

TEXTS = [
    "The cat sat on the mat. It was Monday in London and the sun was out.",
    "A dog ran to the gate of London; the gate was open, and in it ran.",
    "On the hill was an oak, and the oak was old. The men of London came to it.",
]


def test_build_puts_words_of_many_texts_first() -> None:
    built = build(TEXTS, top=4)
    assert built[:2] == ["the", "was"]
    assert set(built) <= {"the", "was", "and", "it", "in", "on", "of", "to"}


def test_build_leaves_out_names_numbers_and_words_of_one_text() -> None:
    built = build([*TEXTS, "In 1066 and in 1066 the gate."], coverage=1.0)
    assert not {"london", "cat", "1066", "oak"} & set(built)


def test_build_leaves_out_addresses() -> None:
    texts = [f"{text} Write to office@example.org or see example.org/a, and call." for text in TEXTS]
    assert not {word for word in build(texts) if "example" in word}


def test_build_takes_words_until_the_coverage_is_reached() -> None:
    texts = list(SAMPLES.values())[:1] * 2
    few, more = build(texts, coverage=0.2), build(texts, coverage=0.4)
    assert few == more[: len(few)]
    joined = "\n".join(texts)
    assert stop_word_density(joined, frozenset(few)) >= 0.2 > stop_word_density(joined, frozenset(few[:-1]))


def test_build_holds_the_words_of_one_text_at_a_time() -> None:
    texts = [f"the cat and me {number} " * 400 for number in range(50)]
    tracemalloc.start()
    try:
        assert build(texts, coverage=0.5) == ["and", "cat", "me"]
        assert tracemalloc.get_traced_memory()[1] < sum(map(len, texts))  # holding all words took ten times as much
    finally:
        tracemalloc.stop()


def test_build_divides_texts_into_words_twice_however_many_lists_it_weighs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for their use and once for the coverage: splitting again for each list in question took most of the time."""
    divided: list[str] = []
    monkeypatch.setattr(own_stoplists, "words_of", lambda text: divided.append(text) or words(text))
    assert build(TEXTS, coverage=0.3)
    assert len(divided) == 2 * len(TEXTS)


@pytest.mark.parametrize(
    "texts", [["The cat", "and the dog."], ["the — cat", "我的猫 the"], ["我的猫", "我的 the", "我的猫"], []]
)
def test_covered_is_the_density_of_all_texts_together(texts: list[str]) -> None:
    joined, listed = "\n".join(texts), frozenset({"the", "的"})
    assert covered(texts, listed) == (stop_word_density(joined, listed), len(words(joined)))


def test_build_finds_function_words_without_spaces() -> None:
    texts = [
        "我的猫在家里，因为下雨。他的狗在外面，因为狗不怕雨。",
        "你的书在桌上，因为我在看书。",
        "因为天热，人在外面吃饭。人的衣服在家里。",
        "孩子在学校，因为今天有课。老师的话孩子在听。",
    ]
    built = build(texts, top=3)
    assert built == ["在", "因为", "的"]
    assert "因" not in build(texts, top=50)


def test_build_finds_words_with_their_marks() -> None:
    texts = ["ที่บ้านไม่มีน้ำ", "ไม่มีใครอยู่ที่ตลาด", "ที่วัดมีคนไม่มาก", "แม่ไม่อยู่ที่บ้าน", "เรือไม่มาที่ท่า"]
    assert set(build(texts, top=2)) == {"ที่", "ไม่"}


def test_build_knows_the_ends_of_sentences_of_scripts_with_capitals() -> None:
    texts = ["Մայրը տանն է։ Նա աշխատում է։ Իսկ որդին դրսում է։", "Հայրը եկավ։ Նա հոգնած է։ Իսկ շունը վազում է։"]
    assert {"նա", "իսկ"} <= set(build(texts, coverage=1.0))


def test_build_takes_names_for_no_words_but_i_for_one() -> None:
    texts = [f"The {thing} that I have is what I'm fond of, and so is Anna's Berlin." for thing in ("cat", "dog")]
    assert {"i", "i'm"} <= set(found := build(texts, coverage=1.0))
    assert not {"anna's", "berlin"}.intersection(found)


def test_build_finds_words_that_end_or_begin_with_an_apostrophe() -> None:
    maltese = ["Il-ktieb ta’ missieri u ma’ ommi. Qal: ’dar ta’ ommi’.", "Id-dar ta’ Pawlu ma’ ħuthom u l-ktieb."]
    assert {"ta’", "ma’", "u"} == set(build(maltese))
    hawaiian = ["‘O ka hale kēia. ‘A‘ole ia he mea hou.", "‘O wau nō. ‘A‘ole au i ‘ike i ka ‘hale’."]
    assert {"‘o", "‘a‘ole", "ka"} == set(build(hawaiian))


def test_build_knows_the_dotted_i_of_turkish() -> None:
    texts = ["İçin için yanan bir ateş var. Bu iş için geldi.", "İÇİN bu iş için iyi bir şey."]
    assert build(texts, top=1) == ["için"]
    assert stop_word_density("İçin İÇİN için", frozenset({"için"})) == 1


def test_build_finds_syllables_of_tibetan_and_words_of_ethiopic() -> None:
    tibetan = ["ང་ཚོ་དེ་རིང་འདིར་ཡོད། ཁོང་ཚོ་ཡང་དེ་རིང་ཡོད།", "ང་ཚོ་ཡང་དེ་རིང་འགྲོ།"]
    assert {"ཚོ", "དེ", "ཡང"} <= set(build(tibetan))
    assert stop_word_density(tibetan[1], frozenset({"ཚོ", "རིང"})) == 2 / 6
    assert build(["ለምን፡ሰው፡ይበዛል።", "ለምን፡ሰው፡ነው።"]) == ["ለምን", "ሰው"]


def test_check_takes_particles_of_burmese_and_apostrophes_for_letters() -> None:
    found = check(frozenset({"၎င်း", "၏", "က", "ta’", "and,", "—"}))
    assert found == [
        ("and,", ["holds punctuation at an edge"]),
        ("က", ["is a single sign or letter"]),
        ("—", ["is a single sign or letter"]),
    ]


def test_check_says_why_a_word_looks_like_a_content_word() -> None:
    texts = [*TEXTS, "gate gate gate of London gate, in London gate; I'm in London and I've seen the London of old"]
    listed = frozenset({"the", "i'm", "london", "b2b", "gate", "internationalisation", "and,", "bbc.co.uk"})
    found = dict(check(listed, texts))
    assert not {"the", "i'm", "gate"} & set(found)
    assert found["london"] == ["is capitalized in 6 of 6 places inside sentences"]
    assert found["b2b"] == ["holds a digit"]
    assert found["and,"] == ["holds punctuation at an edge"]
    assert found["bbc.co.uk"] == ["reads like an address"]
    assert found["internationalisation"] == ["is longer than 14 characters"]


def test_check_finds_words_of_few_texts() -> None:
    texts = [f"we go to the town, the place number {number}" for number in range(20)]
    texts[3] += " shares shares shares shares shares shares"
    found = dict(check(frozenset({"shares", "the"}), texts))
    assert found == {"shares": ["occurs 6 times, but in 1 of 20 texts only"]}
