import random
from pathlib import Path

import pytest

pytest.importorskip("rensa", reason="needs the extra [minhash]")

from cleanweb.corpus.duplicates import Duplicates, Group, signature

CHANCE = random.Random(7)
WORDS = [f"w{number}" for number in range(3000)]


def text(count: int = 400) -> list[str]:
    return CHANCE.choices(WORDS, k=count)


def changed(words: list[str], count: int) -> list[str]:
    found = list(words)
    for place in CHANCE.sample(range(len(found)), count):
        found[place] = "other"
    return found


ORIGINAL, CHINESE = text(), "".join(CHANCE.choices("的一是不了人我在有他这为之大来以个中上们", k=600))
PAGES = {
    "original": " ".join(ORIGINAL),
    "copy": "<p>" + " ".join(ORIGINAL).upper() + "\n",
    "near": " ".join(changed(ORIGINAL, 4)),
    "far": " ".join(changed(ORIGINAL, 150)),
    "alone": " ".join(text()),
    "empty": "",
    "zh": CHINESE,
    "zh2": CHINESE[:-3],
    "short": "one two",
    "short2": "one  two",
}
EXPECTED = [["copy", "near", "original"], ["short", "short2"], ["zh", "zh2"]]


def groups(folder: Path, names: list[str]) -> list[Group]:
    folder.mkdir()
    found = Duplicates(str(folder))
    for name in names:
        found.add(name, signature(PAGES[name]))
    told = list(found.groups())
    found.close()
    return told


def test_groups_do_not_depend_on_the_order_of_pages(tmp_path: Path) -> None:
    forward = groups(tmp_path / "a", list(PAGES))
    assert [group.pages for group in forward] == EXPECTED
    assert groups(tmp_path / "b", list(PAGES)[::-1]) == forward


@pytest.mark.parametrize("count", [1, 2, 5, 6, 9])
def test_every_word_counts_and_where_it_ends(count: int) -> None:
    words = [f"word{number}" for number in range(count)]
    whole = signature(" ".join(words))
    assert all(signature(" ".join([*words[:at], "other", *words[at + 1 :]])) != whole for at in range(count))
    assert signature("ab c") != signature("a bc")
    assert signature("<p>One\n<p>two") == signature("one two")


def test_the_similarity_is_an_estimate_of_the_shared_shingles(tmp_path: Path) -> None:
    near, short, _ = groups(tmp_path / "a", list(PAGES))
    assert near.similarity == pytest.approx(376 / 416, abs=0.08)  # 4 words changed: 20 of 396 shingles on each side
    assert short.similarity == 1.0


def test_nothing_to_report(tmp_path: Path) -> None:
    assert groups(tmp_path / "a", []) == []
    assert groups(tmp_path / "b", ["alone", "empty"]) == []
    assert signature("<p>\n") == b""
