"""The gold set `debian-docs`, which the default is trained on: documentation pages from packages of Debian 12.

`python -m tests.benchmarks.debian_docs PACKAGES DIR`: PACKAGES is a folder with the packages of `debian-docs.tsv` as
`apt-get download` leaves them; the set is written to DIR. The gold text of a page is the text that its generator put
into the content element, without links elsewhere; the selectors of these elements come from the generators' output. The
other sets have only about ninety such pages, nearly all of recent sites; a model trained on these alone took the
definitions, tables and signatures of reference pages for lists of links.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from selectolax.lexbor import LexborHTMLParser

from cleanweb import Pipeline, cleaner
from cleanweb.decode import decode

LIST = Path(__file__).with_name("debian-docs.tsv")  # package, version, program that generated its pages

PAGES_OF_PACKAGE = 5
PAGES_OF_ONLY_PACKAGE = 15  # for the only package with pages by its program
MIN_BYTES, MAX_BYTES = 1_500, 400_000
MIN_WORDS = 40
NEVER = "script, style, noscript, template"


class Made(NamedTuple):
    """How a program lays out its pages: the elements of content (all that match the first selector with any), what in
    them leads elsewhere, and the names of files that are lists of links or sources.
    """

    content: tuple[str, ...]
    without: str
    no_pages: str


_SPHINX_LISTS = r"genindex|search\.html|modindex|_modules|/_static"
PROGRAMS = {
    "apache": Made(("#page-content",), "#quickview, .toplang, .bottomlang, #langs", "^$"),
    "debianref": Made(("div.chapter", "div.book", "div.preface", "div.appendix"), "div.toc", "index"),
    "docbook": Made(("body",), "div.navheader, div.navfooter, div.toc", r"ix01|index\.html|bk0"),
    "doxygen": Made(
        ("div.contents",),
        "span.lineno, .dynheader, .dyncontent",
        r"_source|functions|hierarchy|classes|files|globals|annotated|namespace|dir_|graph_|/search/|inherits"
        r"|pages\.html|modules\.html|deprecated",
    ),
    "erlang": Made(("div.innertube",), "", "^$"),
    "gi-docgen": Made(("section.content", "main"), "aside, nav, .toc, a.anchor", r"index\.html|\.src"),
    "git": Made(("body",), "#footer", "^$"),
    "gtk-doc": Made(
        ("div.book", "div.part", "div.chapter", "div.refentry", "div.glossary"),
        "table.navigation, div.footer, .listing_lines",
        r"api-index|ix\d|annotation-glossary|index\.html",
    ),
    "haddock": Made(("#module-header, #description, #interface",), "", r"/src/|doc-index|/index|synopsis|frames|mini_"),
    "handbook": Made(("body",), "p#title, ul.docnav", "index"),
    "javadoc": Made(
        ("main", "div.contentContainer"),
        "section.summary-links, ul.sub-nav-list, .subNav",
        r"index|allclasses|-tree|class-use|package-use|frame|constant-values|serialized|help-doc|deprecated"
        r"|allpackages|src",
    ),
    "latex2html": Made(("body",), "div.navigation, address, ul.ChildLinks", "^$"),
    "nodejs": Made(("#apicontent",), "", "^$"),
    "pandoc": Made(("body",), "#TOC, nav", "^$"),
    "rust": Made(
        ("main", "#main-content"), "a.anchor, a.srclink, #copy-path", r"/src/|index\.html|all\.html|print\.html"
    ),
    "sphinx": Made(("div.body",), "a.headerlink", _SPHINX_LISTS),
    "sphinx-other": Made(
        ("article[role=main]", "main article", "[role=main]", "main", "div.body", "div.docs-body"),
        "a.headerlink, .prev-next-area, footer, nav",
        _SPHINX_LISTS,
    ),
    "sphinx-rtd": Made(
        ("[role=main]",), "a.headerlink, ul.wy-breadcrumbs, footer, div[role=navigation]", _SPHINX_LISTS
    ),
    "sqlite": Made(("body",), "div.nosearch", "^$"),
    "texinfo": Made(
        ("body",), "div.header, div.nav-panel, div.contents, .Contents_element, table.header", "index|_toc|_abt"
    ),
}


class Page(NamedTuple):
    """A page and its gold text."""

    html: bytes
    gold: str


def main() -> None:
    """Unpack one package after another, and write the pages taken from each."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("packages", type=Path, help="the folder of the packages")
    options.add_argument("folder", type=Path, help="where the gold set goes")
    arguments = options.parse_args()
    listed = [line.split("\t") for line in LIST.read_text("utf-8").splitlines()]
    by_program = Counter(program for _, _, program in listed)
    read, meta, seen = cleaner("ice-bl"), {}, set[str]()
    for part in ("html", "gold"):
        (arguments.folder / part).mkdir(parents=True, exist_ok=True)
    for package, version, program in listed:
        most = PAGES_OF_PACKAGE if by_program[program] > 1 else PAGES_OF_ONLY_PACKAGE
        with tempfile.TemporaryDirectory() as unpacked:
            unpack(arguments.packages, package, version, Path(unpacked))
            for number, page in enumerate(pages(Path(unpacked), PROGRAMS[program], most, read, seen), 1):
                name = f"{package}-{number:02d}"
                (arguments.folder / "html" / f"{name}.html").write_bytes(page.html)
                (arguments.folder / "gold" / f"{name}.txt").write_text(page.gold, "utf-8", newline="\n")
                meta[name] = {"domain": package, "page_type": "documentation", "program": program}
    (arguments.folder / "meta.json").write_text(json.dumps(meta, indent=0) + "\n", "utf-8", newline="\n")
    print(f"{len(meta)} pages of {len(listed)} packages")


def unpack(packages: Path, package: str, version: str, into: Path) -> None:
    """Unpack a package; exits with a message if this version of it is not there."""
    # apt-get writes a colon in a version as %3a.
    found = sorted(packages.glob(f"{package}_{version.replace(':', '%3a')}_*.deb"))
    if not found:
        sys.exit(
            f"{packages}: expected {package} in version {version}, as `apt-get download {package}={version}` has it"
        )
    subprocess.run(["dpkg-deb", "-x", found[0], into], check=True)


def pages(folder: Path, made: Made, most: int, read: Pipeline, seen: set[str]) -> Iterator[Page]:
    """At most `most` pages of an unpacked package, chosen by a hash of their paths, without texts seen before."""
    paths = [path for path in folder.rglob("*.htm*") if path.is_file() and not path.is_symlink()]
    names = {path: path.relative_to(folder).as_posix() for path in paths}
    found = 0
    for path in sorted(paths, key=lambda path: (crc32(names[path].encode()), names[path])):
        if found == most:
            return
        if re.search(made.no_pages, names[path].rpartition("/doc/")[2], re.IGNORECASE):
            continue
        html = path.read_bytes()
        if not MIN_BYTES < len(html) < MAX_BYTES or b"<frameset" in html.lower():
            continue
        gold = gold_text(html, made, read)
        words = len(gold.split())
        if (words >= MIN_WORDS or (not gold.isascii() and len(gold) > 4 * MIN_WORDS)) and gold not in seen:
            seen.add(gold)
            found += 1
            yield Page(html, gold)


def gold_text(html: bytes, made: Made, read: Pipeline) -> str:
    """The text of the page's content element, a line for each block; "" if it has none."""
    tree = LexborHTMLParser(decode(html).utf8)
    for selector in filter(None, (NEVER, made.without)):
        for node in tree.css(selector):
            node.decompose()
    found = next(filter(None, map(tree.css, made.content)), [])
    inner = "".join(node.html or "" for node in found)
    blocks = read(f"<meta charset=utf-8>{inner}".encode()).blocks if inner else None
    return "".join(f"{text}\n" for text in blocks.text) if blocks else ""


if __name__ == "__main__":
    main()
