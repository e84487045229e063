"""Training the character models from gold sets, marked pages and labelled lines; messages for wrong input."""

import gzip
import json
import lzma
import re
from pathlib import Path

import pytest

from cleanweb import cleaner
from cleanweb.errors import DataError, UsageError
from cleanweb.models.ngrams import load, scorer
from cleanweb.train.chunks import GOOGLE, Chunk, Markers, marked_chunks, read_chunks
from examples.make_pages import BEGIN, END, make
from tests.fixtures import ran

LINES = cleaner("density", classify=("keep-all",))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    make(folder, page_count=60, site_count=1, seed=1)
    return folder


def train(*arguments: object) -> str:
    return ran("train", "charlm", *arguments).output


def test_gold_sets_are_labelled_by_alignment(corpus: Path) -> None:
    pages = list(read_chunks(corpus, LINES))
    gold = re.sub("<[phl]>", "", (corpus / "gold" / "0000.txt").read_text())
    assert [chunk.text for chunk in pages[0] if chunk.keep] == gold.splitlines()
    assert any(not chunk.keep for chunk in pages[0])


def test_markup_of_gold_is_no_text_of_the_page(tmp_path: Path) -> None:
    for folder in ("html", "gold"):
        (tmp_path / folder).mkdir()
    (tmp_path / "html" / "0.html").write_text("<p>Boil the water.</p>\nhttp://tea.example/pots\n<b>H</b>")
    (tmp_path / "gold" / "0.txt").write_text("URL: http://tea.example/pots\n\n<p>Boil the water.\n<h>\n")
    assert [[chunk.keep for chunk in page] for page in read_chunks(tmp_path, LINES)] == [[True, False, False]]


def test_markers_label_every_block_of_the_content(corpus: Path) -> None:
    found = list(read_chunks(corpus / "html", LINES, [Markers(BEGIN, END)]))
    golds = [re.sub("<[phl]>", "", path.read_text()).splitlines() for path in sorted(corpus.glob("gold/*"))]
    assert [[chunk.text for chunk in page if chunk.keep] for page in found] == golds


MARKED = [
    ("comments", [Markers("<!--a-->", "<!--b-->")], "x\n<!--a-->\ny\n<!--b-->\nz", "y"),
    ("tags", [Markers("<div class=c>", "<div class=d>")], "x\n<div class=c>y</div>\nw\n<div class=d>z</div>", "yw"),
    ("any text", [Markers("BEGIN", "END")], "x\nBEGIN\ny\nEND\nz", "y"),
    ("most of a line", [Markers("<!--a-->", "<!--b-->")], "x<!--a-->yyyy<!--b-->\nz", "xyyyy"),
    ("googleoff", GOOGLE, "x\n<!--googleoff: all-->\ny\n<!--googleon: all-->\nz", "xz"),
    (
        "both kinds",
        [Markers("<!--a-->", "<!--b-->"), *GOOGLE],
        "u\n<!--googleoff: all-->\nv\n<!--googleon: all-->\nw\n<!--a-->\nx\n<!--googleoff: all-->\ny\n"
        "<!--googleon: all-->\nz\n<!--b-->\nt",
        "xz",
    ),
    ("googleoff with spaces", GOOGLE, "x\n<!-- googleoff: index -->\ny\n<!-- googleon: index -->\nz", "xz"),
]


@pytest.mark.parametrize(("name", "markers", "source", "kept"), MARKED, ids=[case[0] for case in MARKED])
def test_marked_pages(name: str, markers: list[Markers], source: str, kept: str) -> None:
    chunks = marked_chunks(source.encode(), LINES, markers)
    assert chunks is not None
    texts = {"BEGIN": "", "END": ""}
    assert "".join(texts.get(chunk.text, chunk.text) for chunk in chunks if chunk.keep) == kept, name


def test_pages_without_markers_are_left_out(tmp_path: Path) -> None:
    markers = [Markers("<!--a-->", "<!--b-->")]
    assert marked_chunks(b"<p>x", LINES, markers) is None
    (tmp_path / "site.html").mkdir()  # not a page, but a folder that may hold some
    (tmp_path / "site.html" / "page.html").write_bytes(b"<!--a-->\nx\n<!--b-->")
    assert len(list(read_chunks(tmp_path, LINES, markers))) == 1


def test_markers_work_with_any_segmenter() -> None:
    blocks = cleaner("ice-bl")
    chunks = marked_chunks(
        b"<div>menu</div><!--a--><p>one<p>two<!--b--><p>foot", blocks, [Markers("<!--a-->", "<!--b-->")]
    )
    assert chunks == [Chunk("menu", False), Chunk("one", True), Chunk("two", True), Chunk("foot", False)]


def test_training_from_gold_classifies_and_is_reproducible(corpus: Path, tmp_path: Path) -> None:
    told = train(corpus, "-o", tmp_path / "a.npz", "--date", "2026-01-31")
    train(corpus, "-o", tmp_path / "b.npz", "--date", "2026-01-31")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    assert "(0 of content discarded, " in told
    card = (tmp_path / "a.md").read_text()
    assert f"cleanweb train charlm {corpus.name} -o a.npz --date 2026-01-31" in card
    score = scorer(tmp_path / "a.npz")
    prose, menu = score(["The old baker crosses the bridge at night.", "This site uses cookies. All rights reserved."])
    assert prose > 0 > menu


def test_training_from_markers_makes_no_mistake_on_pages_of_the_same_sites(corpus: Path, tmp_path: Path) -> None:
    told = train(corpus / "html", "--marker", BEGIN, END, "-o", tmp_path / "marked.npz")
    assert "every tenth page: 0.0 % of" in told
    assert load(tmp_path / "marked.npz").about["pages"] == 60
    for page in (corpus / "html").glob("*.html"):
        (tmp_path / f"{page.name}.gz").write_bytes(gzip.compress(page.read_bytes()))
    plain, packed = (list(read_chunks(data, LINES, [Markers(BEGIN, END)])) for data in (corpus / "html", tmp_path))
    assert packed == plain


def test_training_from_labelled_lines(tmp_path: Path) -> None:
    (tmp_path / "txt.log").mkdir()
    (tmp_path / "txt.log" / "journal.jsonl").write_text('{"started": {}}\n')
    log = tmp_path / "txt.log" / "page.jsonl"
    rows = [{"text": "The cat sat on the mat.", "keep": True, "rule": "x"}, {"text": "Login | Register", "keep": False}]
    rows[1]["text"] = "Login \u2028 Register"  # some take it for a line end, but JSON lines do not
    edit = {"text": "Login \u2028 Register", "keep": True, "rule": "x", "edit": {"added": ".", "removed": ""}}
    rows += [edit] * 3  # an edit of the linearizer: nothing to learn from
    log.write_text("\ufeff" + "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows * 20), "utf-8")
    for data, model in ((log, tmp_path / "of_page.npz"), (log.parent, tmp_path / "of_run.npz")):
        train(data, "-o", model)
        content, menu = scorer(model)(["The mat", "Register"])
        assert content > 0 > menu


def write_log(path: Path, number: int, **more: str) -> None:
    rows = [(f"The cat number {number} sat on the mat.", True), ("Login | Register", False)]
    with path.open("a") as log:
        log.writelines(json.dumps({"text": text, "keep": keep} | more) + "\n" for text, keep in rows)


def test_a_page_is_a_file_of_lines_or_what_they_name(tmp_path: Path) -> None:
    """No page is both trained on and tested on."""
    (tmp_path / "txt.log").mkdir()
    for page in range(12):
        write_log(tmp_path / "txt.log" / f"{page}.jsonl", page)
        write_log(tmp_path / "pack.jsonl", page, page=f"{page}.html")
    (tmp_path / "gz.log").mkdir()
    for log in (tmp_path / "txt.log").iterdir():
        (tmp_path / "gz.log" / f"{log.name}.gz").write_bytes(gzip.compress(log.read_bytes()))
    (tmp_path / "pack.jsonl.xz").write_bytes(lzma.compress((tmp_path / "pack.jsonl").read_bytes()))
    for data in ("txt.log", "pack.jsonl", "pack.jsonl.xz", "gz.log"):
        pages = list(read_chunks(tmp_path / data, LINES))
        assert [len(page) for page in pages] == [2] * 12, data
        assert "every tenth page: 0.0 % of 2 chunks wrong" in train(tmp_path / data, "-o", tmp_path / "m.npz")
        card = " ".join((tmp_path / "m.md").read_text().split())
        assert f"{data}: 12 pages, 12 chunks of content and 12 of boilerplate, as labelled lines have them." in card
    train(tmp_path / "txt.log" / "3.jsonl", "-o", tmp_path / "m.npz")
    assert "- no chunk there to judge\n" in (tmp_path / "m.md").read_text()


def test_single_model(corpus: Path, tmp_path: Path) -> None:
    train(corpus, "--single", "2.5", "-o", tmp_path / "single.npz")
    assert load(tmp_path / "single.npz").prior == 0


LONG = "This line of the page is long enough to pass the filter that drops all of the short ones."


def wrong_input(tmp_path: Path, what: str) -> list[object]:
    data = tmp_path / "data"
    if what in ("no set", "no marker"):
        data.mkdir()
        (data / "a.html").write_text(LONG)
    elif what == "no JSON":
        data = data.with_suffix(".jsonl")
        data.write_text('{"text": "a", "keep": true}\nnothing\n')
    elif what == "deep JSON":
        data = data.with_suffix(".jsonl")
        data.write_text("[" * 100_000)
    elif what == "no label":
        data = data.with_suffix(".jsonl")
        data.write_text('{"text": "a", "keep": "yes"}\n')
    elif what == "binary":
        data = data.with_suffix(".jsonl")
        data.write_bytes(b"\xff\xfe\x00")
    return [data, *(("--marker", "<!--a-->", "<!--b-->") if what == "no marker" else ())]


WRONG = [
    ("missing", "no such file or folder"),
    ("no set", "expected a gold set"),
    ("no marker", "no page there contains '<!--a-->'"),
    ("no JSON", r"data\.jsonl:2: expected a JSON object a line"),
    ("deep JSON", r"data\.jsonl:1: expected a JSON object a line"),
    ("no label", r'data\.jsonl:1: expected "text"'),
    ("binary", "expected JSON lines in UTF-8"),
]


@pytest.mark.parametrize(("what", "words"), WRONG, ids=[case[0] for case in WRONG])
def test_wrong_input_is_named_and_nothing_is_written(tmp_path: Path, what: str, words: str) -> None:
    with pytest.raises(DataError, match=words):
        train(*wrong_input(tmp_path, what), "-o", tmp_path / "model.npz")
    assert not list(tmp_path.glob("model*"))


def test_wrong_options(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no directory"):
        train(corpus, "-o", tmp_path / "none" / "model.npz")
    with pytest.raises(UsageError, match="unknown segment stage"):
        train(corpus, "--segment", "lines", "-o", tmp_path / "model.npz")
    with pytest.raises(UsageError, match="--marker: expected two texts"):
        train(corpus, "--marker", "", "<!-- end -->", "-o", tmp_path / "model.npz")
    for pair in (["<hr>", "<hr>"], ["content -->", "/content -->"], ["<!-- x -->", "x"]):
        with pytest.raises(UsageError, match="neither within the other"):
            train(corpus / "html", "--marker", *pair, "-o", tmp_path / "model.npz")
    with pytest.raises(UsageError, match="--where split"):
        train(corpus, "--where", "split", "-o", tmp_path / "model.npz")


def test_options_that_none_of_the_data_would_use_are_told(corpus: Path, tmp_path: Path) -> None:
    write_log(tmp_path / "page.jsonl", 1)
    pages, lines, model = corpus / "html", tmp_path / "page.jsonl", tmp_path / "model.npz"
    for arguments in ([pages, "--marker", BEGIN, END], [lines]):
        with pytest.raises(UsageError, match="--where is for gold sets"):
            train(*arguments, "--where", "split=dev", "-o", model)
    for unused in (["--marker", BEGIN, END], ["--googleoff"], ["--segment", "blocks", "--classify", "keep-all"]):
        with pytest.raises(UsageError, match="are for pages, but DATA are lines"):
            train(lines, *unused, "-o", model)
    train(lines, corpus, "--segment", "blocks", "--classify", "keep-all", "-o", model)


def test_a_model_takes_the_place_of_no_lines(tmp_path: Path) -> None:
    write_log(tmp_path / "page.jsonl", 1)
    before = (tmp_path / "page.jsonl").read_bytes()
    for data in (tmp_path / "page.jsonl", tmp_path):
        with pytest.raises(UsageError, match="that is one of the files to learn from"):
            train(data, "-o", tmp_path / "page.jsonl")
    assert (tmp_path / "page.jsonl").read_bytes() == before
