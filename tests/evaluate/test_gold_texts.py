"""Gold sets: where texts are found, and what is known about a page."""

import gzip
import json
import lzma
from pathlib import Path

import pytest

from cleanweb.errors import DataError, UsageError
from cleanweb.evaluate.gold_texts import GoldText, fits, read_gold_texts, read_outputs, read_text, strip_url_line
from cleanweb.evaluate.run import read_pages
from cleanweb.train.gold import read_gold, unread_notes


def test_ids_are_paths_below_the_folder_and_texts_and_meta_are_joined(tmp_path: Path) -> None:
    (tmp_path / "gold" / "a.b").mkdir(parents=True)
    (tmp_path / "gold" / "a.b" / "c.d.txt").write_text("one")
    (tmp_path / "meta.json").write_text(json.dumps({"x": {"with": ["two"]}}))
    assert read_gold_texts(tmp_path) == [GoldText("a.b/c.d", "one"), GoldText("x", None, {"with": ["two"]})]


def test_byte_order_mark_is_no_text_and_line_ends_are_kept(tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_bytes(b"\xef\xbb\xbfone\r\ntwo")
    assert read_text(tmp_path / "page.txt") == "one\r\ntwo"


def test_ids_are_names_of_files_as_they_stand(tmp_path: Path) -> None:
    """Only texts are normalized to NFC: the meta file must spell the name of a gold text as on disk."""
    (tmp_path / "cafe\u0301.txt").write_text("the\u0301")
    (tmp_path / "meta.json").write_text(json.dumps({"cafe\u0301": {"split": "dev"}}))
    assert read_gold_texts(tmp_path) == [GoldText("cafe\u0301", "th\u00e9", {"split": "dev"})]


def test_compressed_outputs_and_golds_are_read(tmp_path: Path) -> None:
    """`clean --gzip` writes such files; all counted as missing."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a/x.txt.gz").write_bytes(gzip.compress(b"one"))
    (tmp_path / "y.txt.xz").write_bytes(lzma.compress(b"two"))
    assert read_outputs(tmp_path, ["a/x", "y", "z"]) == {"a/x": "one", "y": "two"}
    assert read_gold_texts(tmp_path) == [GoldText("a/x", "one"), GoldText("y", "two")]
    (tmp_path / "a/x.txt").write_text("of an earlier run, which was scored without a word")
    with pytest.raises(DataError, match=r"a/x\.txt and .*a/x\.txt\.gz: two outputs of one page"):
        read_outputs(tmp_path, ["a/x", "y"])
    with pytest.raises(DataError, match=r"a/x\.txt and .*a/x\.txt\.gz: two gold texts of one page"):
        read_gold_texts(tmp_path)


def test_a_folder_that_is_called_like_a_text_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "site.txt").mkdir()
    (tmp_path / "site.txt" / "a.txt").write_text("Tea.")
    assert [(page.id, page.text) for page in read_gold_texts(tmp_path)] == [("site.txt/a", "Tea.")]


def test_labels_of_values_of_all_kinds() -> None:
    page = GoldText("a", "", {"text": "x", "list": ["y", 2], "number": 3, "flag": True, "nothing": None})
    labels = [page.labels(key) for key in ("text", "list", "number", "flag", "nothing", "absent")]
    assert labels == [["x"], ["y", "2"], ["3"], ["true"], [], []]
    assert fits(page.meta, [("list", "2"), ("flag", "true")])
    assert not fits(page.meta, [("list", "2"), ("flag", "false")])


@pytest.mark.parametrize(
    ("text", "is_marked"), [("<p>one", True), ("one\n <L> two", True), ("one <p> two", False), ("<b>one", False)]
)
def test_marked_texts(text: str, is_marked: bool) -> None:
    assert GoldText("a", text).is_marked is is_marked
    assert not GoldText("a", None).is_marked


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("URL: http://example.org/\n<p>one", "\n<p>one"),
        ("\n \nURL:x\nURL: y", "\nURL: y"),
        ("<p>one\nURL: x", "<p>one\nURL: x"),
        ("URLs are names", "URLs are names"),
    ],
)
def test_only_a_first_url_line_is_stripped(text: str, expected: str) -> None:
    assert strip_url_line(text) == expected


def test_url_lines_are_stripped_from_texts_and_pages_without_one_stay(tmp_path: Path) -> None:
    (tmp_path / "gold").mkdir()
    (tmp_path / "gold" / "a.txt").write_text("URL: x\n<p>one")
    (tmp_path / "meta.json").write_text('{"b": {"with": ["two"]}}')
    assert [page.text for page in read_pages(tmp_path, None, [], strip_url=True)] == ["\n<p>one", None]
    assert [page.text for page in read_pages(tmp_path, None, [])] == ["URL: x\n<p>one", None]


@pytest.mark.parametrize(
    "meta", ['["a"]', '{"a": "news"}', "{", "[" * 100_000, '{"a": {"with": %s}}' % ("9" * 10_000)], ids=range(5)
)
def test_a_meta_file_has_one_object_per_page(tmp_path: Path, meta: str) -> None:
    (tmp_path / "a.txt").write_text("one")
    (tmp_path / "meta.json").write_text(meta)
    with pytest.raises(DataError, match=r"meta\.json: expected "):
        read_gold_texts(tmp_path)


def test_trainers_and_scorers_choose_the_same_pages(tmp_path: Path) -> None:
    metas = {"a": {"folder": ["x", 2], "flag": True}, "b": {"folder": "x"}, "c": {}, "site.a/d.e": {"folder": "x"}}
    (tmp_path / "meta.json").write_text(json.dumps(metas))
    for kind, suffix in (("html", "html"), ("gold", "txt")):
        (tmp_path / kind / "site.a").mkdir(parents=True)
        for page in metas:
            (tmp_path / kind / f"{page}.{suffix}").write_text("<p>one two", "utf-8-sig")
    asked: list[list[tuple[str, str]]] = [[], [("folder", "x")], [("folder", "x"), ("folder", "2"), ("flag", "true")]]
    for where in asked:
        assert [page.id for page in read_gold(tmp_path, where)] == [
            page.id for page in read_pages(tmp_path, None, where)
        ]
    assert [page.id for page in read_gold(tmp_path, asked[-1])] == ["a"]
    for where, said in (([("folder", "y")], "has folder=y$"), ([("file", "x")], "has file=x; known are flag, folder$")):
        for read in (read_pages, lambda gold, _, where: list(read_gold(gold, where))):
            with pytest.raises(UsageError, match=said):
                read(tmp_path, None, where)
    assert {page.gold for page in read_gold(tmp_path)} == {"<p>one two"}
    assert not list(unread_notes([tmp_path]))
    (tmp_path / "html/site.a/d.e.html").rename(tmp_path / "html/site.a/d.e.htm")
    assert "html/site.a/d.e.html" in next(unread_notes([tmp_path]))


def test_trainers_and_scorers_read_compressed_golds(tmp_path: Path) -> None:
    for folder in ("html", "gold"):
        (tmp_path / folder).mkdir()
    for page in ("x", "y"):
        (tmp_path / "html" / f"{page}.html").write_text("<p>one two")
    (tmp_path / "gold" / "x.txt.gz").write_bytes(gzip.compress(b"one"))
    (tmp_path / "gold" / "y.txt").write_text("two")
    (tmp_path / "gold" / "z.txt.xz").write_bytes(lzma.compress(b"three"))
    assert [(page.id, page.gold) for page in read_gold(tmp_path)] == [("x", "one"), ("y", "two")]
    assert "html/z.html" in next(unread_notes([tmp_path]))
    (tmp_path / "gold" / "x.txt").write_text("one")
    with pytest.raises(DataError, match=r"x\.txt and .*x\.txt\.gz: two gold texts of one page"):
        list(read_gold(tmp_path))


def test_trainers_read_compressed_pages(tmp_path: Path) -> None:
    """They were silently ignored."""
    for folder in ("html", "gold"):
        (tmp_path / folder).mkdir()
    (tmp_path / "html" / "x.html.gz").write_bytes(gzip.compress(b"<p>one"))
    (tmp_path / "html" / "y.html").write_text("<p>two")
    for page in ("x", "y"):
        (tmp_path / "gold" / f"{page}.txt").write_text("one")
    assert [(page.id, page.html()) for page in read_gold(tmp_path)] == [("x", b"<p>one"), ("y", b"<p>two")]
    assert not list(unread_notes([tmp_path]))
    (tmp_path / "html" / "x.html").write_text("<p>one")
    with pytest.raises(DataError, match=r"x\.html and .*x\.html\.gz: two pages of one name"):
        list(read_gold(tmp_path))


def test_trainers_and_scorers_read_composed_letters(tmp_path: Path) -> None:
    for folder, text in (("html", "<p>the\u0301"), ("gold", "the\u0301")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"x.{'html' if folder == 'html' else 'txt'}").write_text(text)
    (tmp_path / "meta.json").write_text(json.dumps({"x": {"with": "e\u0301"}}))
    (scored,), (learned,) = read_gold_texts(tmp_path), read_gold(tmp_path)
    assert learned.gold == scored.text == "th\u00e9"
    assert learned.snippets_with == tuple(scored.segments("with")) == ("\u00e9",)


def test_trainers_and_scorers_read_the_same_snippets(tmp_path: Path) -> None:
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "x.html").write_text("<p>one two")
    (tmp_path / "meta.json").write_text('{"x": {"with": "one two", "without": ["three", "", 4, " "]}}')
    (scored,), (learned,) = read_gold_texts(tmp_path), read_gold(tmp_path)
    assert learned.snippets_with == tuple(scored.segments("with")) == ("one two",)
    assert learned.snippets_without == tuple(scored.segments("without")) == ("three", "4")
