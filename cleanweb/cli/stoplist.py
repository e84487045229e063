"""`cleanweb stoplist`: build a stop list from texts, list the packaged ones, check a list for content words."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from cleanweb import own_stoplists, packaged_stoplists, stoplists
from cleanweb.cli import NearNames, tell
from cleanweb.cli.values import check_none_is_empty
from cleanweb.errors import InputError, UsageError
from cleanweb.files import is_folder
from cleanweb.own_stoplists import DEFAULT_COVERAGE, covered
from cleanweb.train.options import finite
from cleanweb.wording import counted

if TYPE_CHECKING:
    from cleanweb.corpus.inputs import Page

# Tags that begin lines in the CleanEval format; they are not words of the text.
CLEANEVAL_TAGS = ("<p>", "<h>", "<l>")

_IS_JSONL = "JSON lines; `cleanweb cat` turns them into one"


@click.group(cls=NearNames)
def command() -> None:
    """Build, list and check stop lists. They hold the words that are frequent in running text and rare in menus."""


@command.command("list")
def list_() -> None:
    """List the packaged stop lists.

    The output shows code, language, number of words and coverage of running text. Use a code as `cleanweb clean -s
    CODE`; `-s auto` chooses among the lists for each page.
    """
    click.echo("# code, language, words, share of running text that they cover (the sample: a few sentences of prose)")
    for code in packaged_stoplists.available():
        fields = stoplists.header(code)
        word_count = len(stoplists.find_stoplist(code).words)
        click.echo(f"{code:4} {fields['language']:22} {word_count:5} words  {fields['coverage']}")


@command.command()
@click.argument("corpus", nargs=-1, required=True, type=click.Path(readable=False))
@click.option("--top", type=click.IntRange(min=1), metavar="N", help="Take at most N words.")
@click.option(
    "--coverage",
    type=click.FloatRange(0, 1, min_open=True),
    callback=finite,
    metavar="SHARE",
    help=f"Take words until they cover this share of the texts.  [default without --top: {DEFAULT_COVERAGE}]",
)
def build(corpus: tuple[str, ...], top: int | None, coverage: float | None) -> None:
    """Build a stop list from texts in one language. It goes to standard output.

    CORPUS is files, directories (all their *.txt) or `-`. Each file counts as one text; if there is only one file, each
    of its lines does. Words found in many texts come first; names, numbers, addresses and words found in a single text
    are left out. A few hundred pages are plenty, ten will do.

    \b
        cleanweb stoplist build txt/ --top 500 > eu.txt
        cleanweb clean html/ -s eu.txt -o txt2/
    """
    check_none_is_empty()
    texts, unit = read_texts(corpus)
    if top is None and coverage is None:
        coverage = DEFAULT_COVERAGE
    built = own_stoplists.build(texts, top=top, coverage=coverage)
    if not built:
        raise InputError(f"{corpus[0]}: expected running text, found no word that could be a stop word")
    if top is not None and coverage is None and len(built) < top:
        told = f"{len(built)} words, fewer than {top}: the others occur in a single text, or are names or numbers"
        tell(told)
    reached, _ = covered(texts, frozenset(built))
    click.echo(f"# built by `cleanweb stoplist build` from {counted(len(texts), unit)}; widest use first")
    click.echo(f"# coverage: {reached:.2f} of these, {counted(len(built), 'word')}")
    click.echo("\n".join(built))


def _lists_begun(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Completions: packaged lists and files."""
    codes = [code for code in packaged_stoplists.available() if code.startswith(begun)]
    return [*map(CompletionItem, codes), CompletionItem(begun, type="file")]


@command.command()
@click.argument("stoplist", shell_complete=_lists_begun)
@click.argument("text", nargs=-1, type=click.Path(readable=False))
def check(stoplist: str, text: tuple[str, ...]) -> None:
    """Show which words of a stop list look like content words.

    STOPLIST is a file or a language code. Without TEXT, only the form of the words is checked. With TEXT, their use is
    checked too, and the coverage is printed: in running text it should be 0.3 or more. TEXT is files or directories;
    each file counts as one text, and if there is only one file, each of its lines does.
    """
    check_none_is_empty()
    stop_list = stoplists.find_stoplist(stoplist)
    texts, unit = read_texts(text) if text else ([], "")
    findings = own_stoplists.check(stop_list.words, texts)
    summary = f"# {stop_list.language}: {len(stop_list.words)} words, {len(findings)} look like content words"
    if texts:
        density, word_count = covered(texts, stop_list.words)
        summary += f"; coverage {density:.2f} of {counted(word_count, 'word')} in {counted(len(texts), unit)}"
    click.echo(summary)
    for word, reasons in findings:
        click.echo(f"{word}\t{'; '.join(reasons)}")


def read_texts(paths: tuple[str, ...]) -> tuple[list[str], str]:
    """The texts below these paths, sorted by path within a directory, and the unit of a text, "text" or "line".

    If there is only one file, its lines are the texts. A file that is named twice is one text: words in two texts do
    not count as content words.
    """
    from cleanweb.corpus.compression import compressed
    from cleanweb.corpus.inputs import Page, Selection, walk

    selection = Selection(include=compressed("*.txt"))
    contents: list[str] = []
    seen: set[str] = set()
    for name in paths:
        if name == "-":
            contents.append(_decoded(sys.stdin.buffer.read(), "standard input"))
            continue
        pages = list(walk(name, selection)) if is_folder(name) else [Page(name=name, path=name)]
        if not pages:
            raise InputError(f"{name}: expected texts, found no *.txt below it")
        new = {real: page for page in pages if (real := os.path.realpath(page.path)) not in seen}
        if len(new) < len(pages):
            tell(f"{name}: named more than once; taken once")
        seen.update(new)
        _check_has_no_twins(new.values())
        contents.extend(map(_read_text, new.values()))
    texts, unit = (contents, "text") if len(contents) > 1 else (contents[0].splitlines(), "line")
    texts = [text for text in (_without_tags(text) for text in texts) if text.strip()]
    if not texts:
        raise UsageError(f"{', '.join(paths)}: expected running text, found nothing")
    return texts, unit


def _check_has_no_twins(pages: Iterable[Page]) -> None:
    """Raises UsageError when a text exists both compressed and uncompressed: it would count as two texts."""
    from cleanweb.corpus.compression import uncompressed

    taken: dict[str, Page] = {}
    for page in pages:
        if (other := taken.setdefault(uncompressed(page.path), page)) is not page:
            raise UsageError(
                f"{other.shown} and {page.shown}: one text, compressed and not, would count twice; expected a "
                "directory with one of them, or the names of single files"
            )


def _read_text(page: Page) -> str:
    from cleanweb.corpus.limits import NO_LIMIT
    from cleanweb.corpus.reading import read

    if found := _other_kind(page.path):
        raise UsageError(f"{page.shown}: expected a text, found {found}")
    try:
        data = read(page, NO_LIMIT)
    except InputError as error:
        raise InputError(f"{page.shown}: cannot read the text: {error}") from error
    return _decoded(data, page.shown)


def _other_kind(path: str) -> str:
    """The kind of a file by its name, and how to make a text of it; "" for a text."""
    from cleanweb.corpus.compression import uncompressed
    from cleanweb.corpus.inputs import PAGE_SUFFIXES
    from cleanweb.records import SUFFIXES

    name = uncompressed(path)
    if name.endswith(SUFFIXES["jsonl"]):  # as a text, words would be glued by escaped line ends
        return _IS_JSONL
    if name.endswith(SUFFIXES["vert"]):  # each of its lines would be a text
        return "vertical text; clean the pages with `cleanweb clean -f plain` instead"
    return "a page; clean it with `cleanweb clean` first" if name.endswith(PAGE_SUFFIXES) else ""


def _decoded(data: bytes, shown: str) -> str:
    """The decoded text. Raises InputError when it is not UTF-8, since words without a letter would be other words, and
    UsageError for JSON lines under another name."""
    from cleanweb.records import is_jsonl

    if is_jsonl(data):
        raise UsageError(f"{shown}: expected a text, found {_IS_JSONL}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number, found = error.object.count(b"\n", 0, error.start) + 1, error.object[error.start]
        raise InputError(
            f"{shown}:{number}: expected a text in UTF-8, found byte 0x{found:02x}; `iconv` converts other encodings"
        ) from error


def _without_tags(text: str) -> str:
    return "\n".join(line[3:] if line.startswith(CLEANEVAL_TAGS) else line for line in text.splitlines())
