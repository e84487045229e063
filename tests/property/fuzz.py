"""A coverage-guided fuzzer for the whole pipeline, from decode to linearize, with log and records: `make fuzz`.

Atheris mutates pages and keeps those that reach new code. The first byte of an input chooses the pipeline, the rest is
the page. An exception, a broken law or a page that takes too long ends the run; the input is then in a file
`crash-...` or `timeout-...`, and `python -m tests.property.fuzz FILE` runs it again.
"""

import os
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["cleanweb"]):
    from cleanweb import Pipeline, cleaner
    from cleanweb.systems import SYSTEMS
    from tests.property.checks import check_page

    CHOICES = [(system, normalizer) for system in SYSTEMS for normalizer in ("", "plain", "full")]
    PIPELINES: list[Pipeline] = [cleaner(system, normalize=normalizer or None) for system, normalizer in CHOICES]
    for made in PIPELINES:  # so that modules imported on first use are instrumented, too
        check_page(made, b"<p>A page with some text in it, and a <a href=x>link</a>.</p><p>And more.")

from tests.fixtures import PAGES
from tests.property.strategies import BLOCK, INLINE, LIST, SILENT, VOID

MAX_SEED_BYTES = 4096
TOKENS = (
    *(f"<{tag}>" for tag in BLOCK + LIST + INLINE + SILENT + VOID + ("table", "tr", "td", "th", "title", "svg")),
    *(f"</{tag}>" for tag in ("div", "p", "a", "td", "table", "script", "title")),
    *(' class="', ' id="', ' style="display:none"', " href=x", ' rowspan="9"', ' colspan="9"', ' hidden=""'),
    *("<!--", "-->", "<![CDATA[", "<?xml ?>", "<!doctype html>", "&amp;", "&#0;", "&#xD800;", "&#128;", "googleoff"),
    *(
        '<meta charset="shift_jis">',
        '<meta charset="utf-16">',
        '<script type="application/ld+json">{"@type":',
    ),
)


def fuzz_one(data: bytes) -> None:
    """Clean one page; every law for any page must hold for it."""
    if data:
        check_page(PIPELINES[data[0] % len(PIPELINES)], data[1:])


def seeds(folder: Path) -> None:
    """The initial corpus: the committed pages, assigned to the pipelines in turn."""
    for number, path in enumerate(sorted(PAGES.glob("*/source.html"))):
        for choice in range(number % 3, len(CHOICES), 3):
            page = path.read_bytes()[:MAX_SEED_BYTES]
            (folder / f"{path.parent.name}-{choice}").write_bytes(bytes([choice]) + page)


def dictionary(path: Path) -> None:
    """Pieces of markup, so that mutations go beyond single bytes."""
    quoted = (token.replace("\\", "\\\\").replace('"', '\\"') for token in TOKENS)
    path.write_text("".join(f'"{token}"\n' for token in quoted))


def main() -> None:
    """Fuzz with the seeds, unless the arguments (of libFuzzer) name a corpus or a file."""
    arguments = sys.argv[1:]
    if all(argument.startswith("-") for argument in arguments):
        scratch = Path(tempfile.mkdtemp(prefix="cleanweb-fuzz-"))
        (scratch / "corpus").mkdir()
        seeds(scratch / "corpus")
        dictionary(scratch / "words")
        arguments += [f"-dict={scratch / 'words'}", str(scratch / "corpus")]
        print(f"corpus: {scratch / 'corpus'}; {len(PIPELINES)} pipelines", file=sys.stderr)
    atheris.Setup([sys.argv[0], f"-artifact_prefix={os.getcwd()}/", *arguments], fuzz_one)  # noqa: PTH109  (a str)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
