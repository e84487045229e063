"""Which language the letters of a page settle: one line of each script, written again and again."""

import pytest

from cleanweb.script_languages import MIN_LETTERS, languages_of_letters

SETTLED = [
    ("el", "Ο ποταμός ανέβηκε"),
    ("hy", "Գետը բարձրացավ"),
    ("he", "הנהר עלה"),
    ("dv", "ކޯރު"),
    ("pa", "ਨਦੀ ਚੜ੍ਹ ਗਈ"),
    ("gu", "નદી ચઢી"),
    ("or", "ନଦୀ ବଢ଼ିଲା"),
    ("ta", "ஆறு உயர்ந்தது"),
    ("te", "నది పెరిగింది"),
    ("kn", "ನದಿ ಏರಿತು"),
    ("ml", "നദി ഉയർന്നു"),
    ("si", "ගඟ ඉහළ ගියේය"),
    ("th", "แม่น้ำสูงขึ้น"),
    ("lo", "ແມ່ນ້ຳສູງຂຶ້ນ"),
    ("ka", "მდინარე ადიდდა"),
    ("ko", "강물이 불어났다"),
    ("km", "ទន្លេឡើង"),
    ("ja", "川の水がふえた"),
]
OPEN = [
    "The river rose",
    "Река поднялась",
    "ارتفع النهر",
    "नदी चढ़ गई",
    "নদী বাড়ল",
    "ወንዙ ሞላ",
    "河水上涨了",
    "河水上涨の水位",
    "ཆུ་བོ་",
    "မြစ်ရေတက်",
]


@pytest.mark.parametrize(("language", "line"), SETTLED)
def test_scripts_of_one_language(language: str, line: str) -> None:
    assert languages_of_letters([line] * MIN_LETTERS)[0] == language


@pytest.mark.parametrize("line", OPEN)
def test_scripts_of_several_languages(line: str) -> None:
    assert languages_of_letters([line] * MIN_LETTERS) == ()


@pytest.mark.parametrize(
    ("greek", "latin", "is_settled"),
    [(100, 0, True), (99, 0, False), (75, 25, True), (74, 26, False), (0, 100, False)],
)
def test_nearly_all_letters_and_enough_of_them(greek: int, latin: int, is_settled: bool) -> None:
    assert bool(languages_of_letters(["α1, " * greek, "a " * latin])) == is_settled


@pytest.mark.parametrize(("kana", "han", "is_settled"), [(20, 80, True), (19, 81, False)])
def test_kana_among_ideographs(kana: int, han: int, is_settled: bool) -> None:
    assert bool(languages_of_letters(["の" * kana, "水" * han])) == is_settled
