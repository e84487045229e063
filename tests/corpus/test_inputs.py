import errno
import gzip
import io
import lzma
import os
import re
from pathlib import Path
from typing import Any
from unicodedata import normalize
from zipfile import ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleanweb.corpus.inputs import ALL_PAGES, Page, PassedOver, Selection, find, read_list, safe_name, walk
from cleanweb.corpus.listing import Listing
from cleanweb.corpus.outputs import output_name
from cleanweb.corpus.reading import read, read_lines
from cleanweb.errors import InputError, Refused, UsageError


def make(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("<p>x")


def names(root: Path, include: tuple[str, ...] = (), exclude: tuple[str, ...] = ()) -> list[str]:
    return [page.name for page in walk(str(root), Selection(include, exclude))]


def test_walk_is_sorted_and_takes_the_usual_suffixes(tmp_path: Path) -> None:
    make(tmp_path, "b.html", "a/z.htm", "a/B.XHTML", "a.html", "c.shtml.gz", "notes.txt", "x.html.bak", "d.html.xz")
    assert names(tmp_path) == ["a/B.XHTML", "a/z.htm", "a.html", "b.html", "c.shtml.gz", "d.html.xz"]


def test_include_replaces_the_usual_suffixes_and_exclude_prunes(tmp_path: Path) -> None:
    make(tmp_path, "a/1.php", "a/2.html", "b/3.php", "c/d/4.php")
    assert names(tmp_path, include=("*.php",)) == ["a/1.php", "b/3.php", "c/d/4.php"]
    assert names(tmp_path, include=("c/*",)) == ["c/d/4.php"]
    assert names(tmp_path, include=("*.php",), exclude=("b", "d")) == ["a/1.php"]


def test_patterns_without_a_stroke_are_about_the_file_name(tmp_path: Path) -> None:
    """Their `*` used to match slashes, too: excluding `a*.html` dropped all pages of a directory `archive`."""
    make(tmp_path, "a.html", "b.html", "archive/a.html", "archive/a/b.html", "c/a/archive/b.html", "c/a\n.html")
    assert names(tmp_path, include=("a*.html",)) == ["a.html", "archive/a.html", "c/a\n.html"]
    assert names(tmp_path, exclude=("a*.html",)) == ["archive/a/b.html", "b.html", "c/a/archive/b.html"]
    assert names(tmp_path, exclude=("a*",)) == ["b.html"]
    assert names(tmp_path, include=("a*/?.html",)) == ["archive/a/b.html", "archive/a.html"]


@pytest.mark.parametrize(
    ("pattern", "taken"),
    [
        ("**/*.html", ["a.html", "c/b.html", "c/d/a.html"]),
        ("**/a.html", ["a.html", "c/d/a.html"]),
        ("./c/**/a.html", ["c/d/a.html"]),
        ("c/**/b.html", ["c/b.html"]),
        ("/a.html", ["a.html"]),
        ("**/**/a.html", ["a.html", "c/d/a.html"]),
        ("c**/b.html", ["c/b.html"]),
        ("c/b**/.html", []),
        ("./*/b.html", ["c/b.html"]),
    ],
)
def test_patterns_of_paths_are_as_in_shells(tmp_path: Path, pattern: str, taken: list[str]) -> None:
    """`**/*.html` used to miss the pages at the top, and `./c` matched nothing."""
    make(tmp_path, "a.html", "c/b.html", "c/d/a.html")
    assert names(tmp_path, include=(pattern,)) == taken
    assert names(tmp_path, exclude=(pattern,)) == sorted({"a.html", "c/b.html", "c/d/a.html"} - {*taken})


def test_what_the_system_says_of_a_named_file_is_told(tmp_path: Path) -> None:
    """All of them were reported as missing, even a file in a directory without read permission."""
    (tmp_path / "loop").symlink_to("loop")
    make(tmp_path, "a.html")
    names = ("no", "a.html/b", "loop/a", "x" * 300)
    told = [page.error for page in find([str(tmp_path / name) for name in names], Selection())]
    assert told == 2 * ["no such file or directory"] + ["too many levels of symbolic links", "file name too long"]


def test_a_directory_that_cannot_be_read_is_told_and_costs_itself_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, "a/1.html", "b/2.html", "c.html")
    scan, closed = os.scandir, {str(tmp_path / "a")}

    def refuse(path: str) -> Any:  # as for a folder of another user
        if path in closed:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = [(page.name, page.error) for page in walk(str(tmp_path), ALL_PAGES)]
    assert found == [("a", "permission denied"), ("b/2.html", ""), ("c.html", "")]
    closed.add(str(tmp_path))
    assert [(page.name, page.error) for page in walk(str(tmp_path), ALL_PAGES)] == [("_", "permission denied")]


def test_walk_reads_linked_files_but_enters_no_linked_directory(tmp_path: Path) -> None:
    make(tmp_path, "a/1.html")
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "b.html").symlink_to(tmp_path / "a" / "1.html")
    os.mkfifo(tmp_path / "pipe.html")
    assert names(tmp_path) == ["a/1.html", "b.html"]
    passed = PassedOver()
    list(walk(str(tmp_path), Selection(), passed))
    assert (passed.files, passed.folders, passed.others) == (0, 1, 1)


def test_what_is_given_with_a_directory_that_holds_it_has_one_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that was also given by name was cleaned twice, to two places."""
    monkeypatch.chdir(tmp_path)
    make(tmp_path, "in/a/1.html", "in/2.html", "in/note.txt", "in2/3.html", "4.html")
    Path("link").symlink_to("in/a")
    Path("in/away").symlink_to("../in2")
    given = ["in/2.html", "./in/a", "in", f"{tmp_path}/in/../in/2.html", "link/1.html", "in/note.txt", "in2/3.html"]
    found = [page.name for page in find([*given, "4.html", "in/away/3.html"], Selection())]
    by_name = ["2.html", "a/1.html", "note.txt", "in2/3.html", "4.html", "in/away/3.html"]
    assert found == ["2.html", "a/1.html", "2.html", "a/1.html", *by_name]
    listing = Listing(".txt")
    listing.add(find(given, Selection()))
    assert [page.name for page in listing] == ["2.html", "a/1.html", "note.txt", "in2/3.html"]
    assert listing.repeated.count == 4


def test_a_link_that_leads_nowhere_costs_itself(tmp_path: Path) -> None:
    """A directory with a link to itself gave no pages, and a dangling link was skipped silently."""
    make(tmp_path, "a.html")
    (tmp_path / "gone.html").symlink_to("nowhere")
    (tmp_path / "self.html").symlink_to("self.html")
    (tmp_path / "self").symlink_to("self")
    assert names(tmp_path) == ["a.html", "gone.html", "self.html"]
    told = {}
    for page in walk(str(tmp_path), Selection()):
        try:
            read(page, 1000)
        except InputError as error:
            told[page.name] = str(error)
    assert told == {"gone.html": "no such file or directory", "self.html": "too many levels of symbolic links"}


def test_odd_names_survive(tmp_path: Path) -> None:
    odd = [b"new\nline.html", b"bad\xff.html", "größe ü.html".encode(), b" .html", b"-.html"]
    for name in odd:
        (Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))).write_text("x")
    assert sorted(os.fsencode(name) for name in names(tmp_path)) == sorted(odd)


def test_a_missing_argument_is_a_page_with_an_error(tmp_path: Path) -> None:
    (page,) = find([str(tmp_path / "gone.html")], Selection())
    assert page.error == "no such file or directory"


@pytest.mark.parametrize(
    ("data", "separator", "expected"),
    [
        (b"a\nb\r\n\nc", b"\n", ["a", "b", "c"]),
        (b"\xef\xbb\xbfa\nb\n", b"\n", ["a", "b"]),
        (b"a\n", b"\n", ["a"]),
        (b"a\nb\0c\0", b"\0", ["a\nb", "c"]),
        (b"", b"\n", []),
        (b" \r\na b\n\t", b"\n", ["a b"]),
        (b" \0a", b"\0", [" ", "a"]),
    ],
)
def test_read_list(data: bytes, separator: bytes, expected: list[str]) -> None:
    assert list(read_list(io.BytesIO(data), separator)) == expected


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"a.html\0b.html\0", "has NUL between its paths; expected --files0-from"),
        (gzip.compress(b"a.html\n", mtime=0), "is compressed; expected the output of `zcat`"),
        (lzma.compress(b"a.html\n"), "is compressed; expected the output of `xzcat`"),
        ("a.html\n".encode("utf-16"), "is UTF-16; expected UTF-8, as `iconv` makes it"),
    ],
)
def test_what_is_no_list_by_lines_is_told_as_what_it_is(data: bytes, told: str) -> None:
    with pytest.raises(UsageError, match=re.escape(told)):
        list(read_list(io.BytesIO(data), b"\n"))


def test_read_list_across_chunks() -> None:
    paths = [f"{'x' * (number % 97)}{number}.html" for number in range(20_000)]
    assert list(read_list(io.BytesIO("\n".join(paths).encode()), b"\n")) == paths


@settings(max_examples=200)
@given(st.text(alphabet="ab./\0~", max_size=20))
def test_no_name_leaves_the_output_directory(path: str) -> None:
    name = safe_name(path)
    assert name
    assert not name.startswith("/")
    assert not set(name.split("/")) & {"", ".", ".."}
    assert os.path.normpath(os.path.join("/out", output_name(name, ".txt"))).startswith("/out/")  # noqa: PTH118  (names are str here)


@pytest.mark.parametrize(
    ("name", "keep", "expected"),
    [
        ("a/b.html", False, "a/b.txt"),
        ("a/b.HTM", False, "a/b.txt"),
        ("b.xhtml.gz", False, "b.txt"),
        ("b.html", True, "b.html.txt"),
        ("page.php", False, "page.php.txt"),
        ("v1.2", False, "v1.2.txt"),
        (".html", False, ".html.txt"),
        ("a.html/b", False, "a.html/b.txt"),
    ],
)
def test_output_name(name: str, keep: bool, expected: str) -> None:
    assert output_name(name, ".txt", keep_suffix=keep) == expected


def test_accents_match_in_either_spelling(tmp_path: Path) -> None:
    names_of = {form: normalize(form, "café-한국.html") for form in ("NFC", "NFD")}
    for name in names_of.values():
        make(tmp_path, name)
    for form in names_of:
        pattern = normalize(form, "café-한*")
        assert sorted(names(tmp_path, include=(pattern,))) == sorted(names_of.values())
        assert names(tmp_path, exclude=(pattern,)) == []


@pytest.mark.parametrize("stated", [0, 5, 199_999, 200_000, 300_000])
def test_a_file_that_grows_or_shrinks_while_it_is_read_is_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stated: int
) -> None:
    data = os.urandom(200_000)
    path = tmp_path / "a.html"
    path.write_bytes(data)
    fstat = os.fstat
    monkeypatch.setattr(os, "fstat", lambda file: os.stat_result([*fstat(file)[:6], stated, *fstat(file)[7:10]]))
    page = Page(name="a.html", path=str(path))
    assert read(page, 300_000) == data
    if stated <= len(data):
        assert read(page, 200_000) == data
    for limit in (199_999, 65_537, 65_536, 4):  # the middle ones are the size of the first read
        with pytest.raises(Refused):
            read(page, limit)


def test_lines_of_files_members_and_what_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("a.html", "Tea\ntime")
    assert [*read_lines(Page(name="a.html", path=str(path), member="a.html"))] == [b"Tea\n", b"time"]
    (tmp_path / "a.html").write_text("Tea\ntime")
    assert [*read_lines(Page(name="a.html", path=str(tmp_path / "a.html")))] == [b"Tea\n", b"time"]
    for page in (Page(name="a", path="a", error="gone"), Page(name="a", path=str(tmp_path / "none.html"))):
        with pytest.raises(InputError, match=r"gone|no such file"):
            [*read_lines(page)]
