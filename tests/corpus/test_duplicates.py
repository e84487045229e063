import random
from collections.abc import Iterable
from pathlib import Path

import pytest

pytest.importorskip("rensa", reason="needs the extra [minhash]")

from cleanweb.corpus.duplicates import Duplicates, Group, signature
from cleanweb.errors import OutputError
from tests.timing import within

WORDS = [f"w{number}" for number in range(3000)]


def text(chance: random.Random, count: int = 400) -> list[str]:
    return chance.choices(WORDS, k=count)


def changed(words: list[str], count: int, chance: random.Random) -> list[str]:
    found = list(words)
    for place in chance.sample(range(len(found)), count):
        found[place] = "other"
    return found


CHANCE = random.Random(7)  # for these pages only; tests have their own, so that their order does not matter
ORIGINAL, CHINESE = text(CHANCE), "".join(CHANCE.choices("的一是不了人我在有他这为之大来以个中上们", k=600))
PAGES = {
    "original": " ".join(ORIGINAL),
    "copy": "<p>" + " ".join(ORIGINAL).upper() + "\n",
    "near": " ".join(changed(ORIGINAL, 4, CHANCE)),
    "far": " ".join(changed(ORIGINAL, 150, CHANCE)),
    "alone": " ".join(text(CHANCE)),
    "empty": "",
    "zh": CHINESE,
    "zh2": CHINESE[:-3],
    "short": "one two",
    "short2": "one  two",
}
EXPECTED = [["copy", "near", "original"], ["short", "short2"], ["zh", "zh2"]]


def groups(folder: Path, names: list[str]) -> list[Group]:
    return grouped(folder, ((name, signature(PAGES[name])) for name in names))


def grouped(folder: Path, signatures: Iterable[tuple[str, bytes]]) -> list[Group]:
    folder.mkdir()
    found = Duplicates(str(folder), "unwritten")
    for name, one in signatures:
        found.add(name, one)
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


def test_short_lines_of_chinese_are_compared_by_their_characters(tmp_path: Path) -> None:
    lines = [CHINESE[start : start + 15] for start in range(0, 300, 15)]
    others = [line[:7] + "山" + line[8:] if number % 7 == 0 else line for number, line in enumerate(lines)]
    pages = {"a": "\n".join(lines), "b": "\n".join(others), "c": "\n".join(reversed(CHINESE[300:]))}
    found = grouped(tmp_path / "a", ((name, signature(text)) for name, text in pages.items()))
    assert [group.pages for group in found] == [["a", "b"]]


def test_nothing_to_report(tmp_path: Path) -> None:
    assert groups(tmp_path / "a", []) == []
    assert groups(tmp_path / "b", ["alone", "empty"]) == []
    assert signature("<p>\n") == b""


def test_thousands_of_copies_take_linear_time(tmp_path: Path) -> None:
    copy = signature(PAGES["original"])
    chance = random.Random(8)
    almost = [signature(" ".join(changed(ORIGINAL, 2, chance))) for _ in range(400)]
    pages = [(f"{number:05}", one) for number, one in enumerate([*[copy] * 4000, *almost])]
    with within(30):  # seconds; comparing each copy with 500 others takes about two minutes
        assert [len(group.pages) for group in grouped(tmp_path / "a", pages)] == [4400]


def test_what_is_joined_is_what_shares_its_shingles(tmp_path: Path) -> None:
    chance = random.Random(9)
    texts = [text(chance, 200) for _ in range(20)]
    texts += [changed(texts[number % 20], count, chance) for number, count in enumerate([1, 2, 3, 40, 60] * 8)]
    shingles = [{tuple(words[start : start + 5]) for start in range(196)} for words in texts]
    expected = {
        frozenset((a, b))
        for a in range(len(texts))
        for b in range(a)
        if len(shingles[a] & shingles[b]) >= 0.8 * len(shingles[a] | shingles[b])
    }
    found = grouped(tmp_path / "a", [(str(number), signature(" ".join(words))) for number, words in enumerate(texts)])
    group_of = {int(page): number for number, group in enumerate(found) for page in group.pages}
    assert len(expected) > 10
    assert sum(len({group_of.get(page, -1 - page) for page in pair}) == 1 for pair in expected) >= 0.9 * len(expected)
    for pages in ([int(page) for page in group.pages] for group in found):
        assert len({page if page < 20 else (page - 20) % 20 for page in pages}) == 1  # all are versions of one text


def test_a_disk_that_is_full_at_the_end_is_told(tmp_path: Path) -> None:
    found = Duplicates(str(tmp_path), "groups")
    found._names = Path("/dev/full").open("w+b")  # noqa: SIM115  (closed below)
    found.add("page", signature("one two"))
    with pytest.raises(
        OutputError, match="cannot write the signatures of pages beside groups: no space left on device"
    ):
        list(found.groups())
    found.close()
