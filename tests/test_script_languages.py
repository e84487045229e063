"""Which language the letters of a page imply: one line of each script, repeated."""

import pytest

from cleanweb.script_languages import MIN_LETTERS, NONE_SETTLED, is_written_so, languages_of_letters

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
    ("zh", "河水上涨了"),
]
OPEN = [
    ("Река поднялась", "ru uk be bg mk sr kk uz az mn ro sah", "en de pl tr zh ar el"),
    ("ارتفع النهر", "ar fa ur ps sd ckb ks ug pa uz", "en fr he ru hi es"),
    ("नदी चढ़ गई", "hi mr ne sa ks sd bho", "en bn ur ta"),
    ("নদী বাড়ল", "bn as mni", "en hi"),
    ("ወንዙ ሞላ", "am ti gez", "en ar"),
    ("河水上涨の水位", "zh ja yue", "en ko ru"),
    ("ཆུ་བོ་", "bo dz", "en zh"),
    ("မြစ်ရေတက်", "my shn", "en th"),
]


@pytest.mark.parametrize(("language", "line"), SETTLED)
def test_scripts_of_one_language(language: str, line: str) -> None:
    assert languages_of_letters([line] * MIN_LETTERS)[0] == language


@pytest.mark.parametrize(("line", "written_so", "others"), OPEN)
def test_scripts_of_several_languages(line: str, written_so: str, others: str) -> None:
    languages = languages_of_letters([line] * MIN_LETTERS)
    assert languages[0] == NONE_SETTLED
    stated = [*written_so.split(), *others.split()]
    assert [code for code in stated if is_written_so(code, languages)] == written_so.split()


@pytest.mark.parametrize(
    ("line", "written_so", "others"),
    [("河水上涨了", "zh ja yue", "en ko"), ("Ο ποταμός", "el grc", "en sah"), ("The river", "en ru zh grc", "")],
)
def test_languages_that_letters_allow(line: str, written_so: str, others: str) -> None:
    languages = languages_of_letters([line] * MIN_LETTERS)
    stated = [*written_so.split(), *others.split()]
    assert [code for code in stated if is_written_so(code, languages)] == written_so.split()


@pytest.mark.parametrize(
    ("greek", "latin", "is_settled"),
    [(100, 0, True), (99, 0, False), (75, 25, True), (74, 26, False), (0, 100, False)],
)
def test_nearly_all_letters_and_enough_of_them(greek: int, latin: int, is_settled: bool) -> None:
    assert bool(languages_of_letters(["α1, " * greek, "a " * latin])) == is_settled


@pytest.mark.parametrize(("kana", "han", "settled"), [(20, 80, "ja"), (19, 81, ""), (3, 97, ""), (2, 98, "zh")])
def test_kana_among_ideographs(kana: int, han: int, settled: str) -> None:
    assert languages_of_letters(["の" * kana, "水" * han])[0] == settled
