"""The gold set of documentation: which pages are taken, and what their gold text is."""

from pathlib import Path

from cleanweb import cleaner
from tests.benchmarks.debian_docs import LIST, PROGRAMS, gold_text, pages

SPHINX = (
    "<div class=related><a href=a.html>next</a></div><div class=body><h1>Kettles<a class=headerlink href=#k>¶</a></h1>"
    "<p>{text}</p><script>boil()</script></div><div class=sphinxsidebar><a href=b.html>Cups</a></div>"
)


def test_the_list_names_each_package_once_and_known_programs() -> None:
    listed = [line.split("\t") for line in LIST.read_text("utf-8").splitlines()]
    assert {program for _, _, program in listed} == PROGRAMS.keys()
    assert len({package for package, _, _ in listed}) == len(listed)


def test_the_text_is_that_of_the_element_of_content_without_what_leads_elsewhere() -> None:
    page = SPHINX.format(text="Fill it,<br>and boil.").encode()
    assert gold_text(page, PROGRAMS["sphinx"], cleaner("ice-bl")) == "Kettles\nFill it, and boil.\n"
    assert gold_text(b"<p>Fill it.", PROGRAMS["sphinx"], cleaner("ice-bl")) == ""


def test_pages_are_as_many_as_asked_for_with_texts_of_their_own_and_no_lists(tmp_path: Path) -> None:
    folder = tmp_path / "usr" / "share" / "doc" / "kettle-doc"
    folder.mkdir(parents=True)
    for number in range(6):
        text = " ".join(f"word{number}x{place}" for place in range(300))
        (folder / f"{number}.html").write_text(SPHINX.format(text=text), "utf-8")
    (folder / "copy.html").write_bytes((folder / "0.html").read_bytes())
    (folder / "genindex.html").write_text(SPHINX.format(text="entry " * 300), "utf-8")
    (folder / "short.html").write_text(SPHINX.format(text="Boil."), "utf-8")
    read, made = cleaner("ice-bl"), PROGRAMS["sphinx"]
    assert len(list(pages(tmp_path, made, 4, read, set()))) == 4
    found = list(pages(tmp_path, made, 100, read, set()))
    assert sorted(page.gold.split()[1] for page in found) == [f"word{number}x0" for number in range(6)]
