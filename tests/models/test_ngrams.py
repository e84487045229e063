"""The n-gram model against the formula written out plainly, and its file."""

from collections import Counter
from math import log2
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleanweb.errors import DataError
from cleanweb.models.ngrams import NgramModel, Scorer, load
from cleanweb.models.witten_bell import MIN_CHARACTER_COUNT, UNIFORM, train

FIRST = ["the cat sat on the mat", "a cat and a hat", "the hat is on the mat"] * 3
SECOND = ["home | news | login", "login | register", "home news hat"] * 3
ORDER = 4


def model(**changes: object) -> NgramModel:
    options: dict[str, object] = {"order": ORDER, "lambda_factor": 4, "single": None, "ngram_count": None, "about": {}}
    return train(FIRST, SECOND, **(options | changes))  # type: ignore[arg-type]  # options of any type


class Plain:
    """LingPipe's process model, by recursion over dictionaries."""

    def __init__(self, texts: list[str], factor: float) -> None:
        self.factor = factor
        self.counts = Counter(
            text[i : i + n] for text in texts for n in range(1, ORDER + 1) for i in range(len(text) - n + 1)
        )
        self.followed: Counter[str] = Counter()
        self.outcomes: Counter[str] = Counter()
        for ngram, count in self.counts.items():
            self.followed[ngram[:-1]] += count
            self.outcomes[ngram[:-1]] += 1

    def probability(self, ngram: str) -> float:
        if not ngram:
            return UNIFORM
        context = ngram[:-1]
        shorter = self.probability(ngram[1:])
        if not self.followed[context]:
            return shorter
        escape = self.factor * self.outcomes[context]
        return (self.counts[ngram] + escape * shorter) / (self.followed[context] + escape)

    def bits(self, text: str) -> float:
        """Log probability of the text followed by a character never seen before, whose own probability is UNIFORM."""
        ngrams = [text[max(0, i - ORDER + 1) : i + 1] for i in range(len(text))]
        end = text[max(0, len(text) - ORDER + 1) :]
        escapes = 1.0
        for start in range(len(end)):
            context = end[start:]
            if self.followed[context]:
                escape = self.factor * self.outcomes[context]
                escapes *= escape / (self.followed[context] + escape)
        return sum(log2(self.probability(ngram)) for ngram in ngrams) + log2(escapes)


def reference(text: str) -> float:
    return Plain(FIRST, 4).bits(text) - Plain(SECOND, 4).bits(text)


@given(st.text("theca onmhloginrws|", max_size=20))
@settings(max_examples=60)
def test_scores_equal_the_formula(text: str) -> None:
    found = Scorer(model())([text])[0]
    # Each of the at most 4 n-grams of a character is rounded to 1/8 bit.
    assert found == pytest.approx(reference(text), abs=1e-9 + len(text) * ORDER / 16)


def test_weights_do_not_drift_over_long_texts() -> None:
    text = "the cat sat on the hat and login | home " * 50
    assert Scorer(model())([text])[0] == pytest.approx(reference(text), rel=0.05)


def test_prior_is_the_share_of_texts() -> None:
    both = train(FIRST, SECOND[:3], order=2, lambda_factor=2, single=None, ngram_count=None, about={})
    assert both.prior == pytest.approx(log2(3))
    assert Scorer(both)([""]) == [pytest.approx(log2(3))]


def test_texts_are_scored_apart_and_in_order() -> None:
    score = Scorer(model())
    texts = ["the cat", "", "login | home", "é", "the cat"]
    assert score(texts) == [score([text])[0] for text in texts]
    assert score(["a\0b"]) == score(["a b"])
    assert score([]) == []


def test_slices_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [text * 3 for text in FIRST + SECOND]
    whole = Scorer(model())(texts)
    monkeypatch.setattr("cleanweb.models.ngrams.SLICE", 7)
    assert Scorer(model())(texts) == whole


def test_rare_characters_are_one() -> None:
    rare = train([*FIRST, "ж" * (MIN_CHARACTER_COUNT - 1)], SECOND, order=2, lambda_factor=2, single=None,
                 ngram_count=None, about={})  # fmt: skip # irrelevant arguments stay on one line
    assert "ж" not in rare.alphabet
    assert Scorer(rare)(["ж"]) == Scorer(rare)(["ü"])


@pytest.mark.parametrize("character", ["\0", "\N{TEAPOT}"])
def test_no_character_of_two_units_nor_the_one_between_texts_has_a_place_of_its_own(character: str) -> None:
    found = train([*FIRST, character * MIN_CHARACTER_COUNT], SECOND, order=2, lambda_factor=2, single=None,
                  ngram_count=None, about={})  # fmt: skip # irrelevant arguments stay on one line
    assert found.alphabet == model().alphabet


def test_pruning_keeps_the_whole_consistent() -> None:
    pruned = model(ngram_count=60)
    assert len(pruned.keys) < len(model().keys) / 2
    right = [score > 0 for score in Scorer(pruned)(FIRST + SECOND)]
    assert right == [True] * len(FIRST) + [False] * len(SECOND)


def test_single_model_compares_with_bits_a_character() -> None:
    # If more bits are allowed than any character needs, all is kept; if none, nothing is.
    assert min(Scorer(model(single=40.0))(["the cat", "login", "zzz"])) > 0
    assert max(Scorer(model(single=0.0))(["the cat", "login", "zzz"])) < 0
    content, other = Scorer(model(single=3.0))(["the cat sat", "register |"])
    assert content > 0 > other


def test_file_round_trip_and_same_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "a.npz", tmp_path / "b.npz"
    model().save(one)
    model().save(two)
    assert one.read_bytes() == two.read_bytes()
    again = load(one)
    assert np.array_equal(again.keys, model().keys)
    assert Scorer(again)(FIRST) == Scorer(model())(FIRST)


def damaged(tmp_path: Path, how: str) -> Path:
    path = tmp_path / "model.npz"
    if how == "missing":
        return path
    model().save(path)
    data = path.read_bytes()
    with np.load(path) as arrays:
        header, steps, weights = bytes(arrays["header"]), arrays["steps"], arrays["weights"]
    changed = {
        "version": (header.replace(b'"version": 1', b'"version": 9'), steps, weights),
        "format": (b'{"format": "other"}', steps, weights),
        "no header": (b"[]", steps, weights),
        "shapes": (header, steps[:, :-1], weights),
        "header without fields": (header.replace(b'"prior"', b'"before"'), steps, weights),
        "longer n-grams": (header.replace(b'"order": 4', b'"order": 7'), steps, weights),
        "endless n-grams": (header.replace(b'"order": 4', b'"order": Infinity'), steps, weights),
    }
    if how in changed:
        text, *arrays_ = changed[how]
        np.savez_compressed(path, header=np.frombuffer(text, np.uint8), steps=arrays_[0], weights=arrays_[1])
    elif how == "truncated":
        path.write_bytes(data[: len(data) // 2])
    elif how == "other file":
        path.write_bytes(b"<html>")
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "flipped":
        path.write_bytes(data[:200] + bytes([data[200] ^ 255]) + data[201:])
    return path


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("missing", "cannot be read"),
        ("version", "expected version 1.*found version 9"),
        ("format", "expected a model made by `cleanweb train charlm`"),
        ("no header", "expected a model made by `cleanweb train charlm`, found an archive of other things"),
        ("shapes", "do not fit together"),
        ("header without fields", "incomplete"),
        ("longer n-grams", "n-grams of 7 characters"),
        ("endless n-grams", "the file is damaged"),
        ("truncated", "damaged"),
        ("other file", "expected a model made by `cleanweb train charlm`, found a web page"),
        ("empty", "found an empty file"),
        ("flipped", "damaged"),
    ],
)
def test_unreadable_models(tmp_path: Path, how: str, words: str) -> None:
    path = damaged(tmp_path, how)
    with pytest.raises(DataError, match=words) as caught:
        load(path)
    assert str(path) in str(caught.value)


def test_saving_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(b"before")

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", fail)
    with pytest.raises(OSError, match="No space"):
        model().save(path)
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]
