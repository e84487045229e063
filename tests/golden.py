"""What cleanweb makes of each page in `tests/pages`: `python -m tests.golden` writes it beside the page.

`expected.txt` is the text by the default system. `expected.log` has the encoding with its evidence, and a line for each
block: `+` kept or `-` removed, kind, rule, tag path, text. A file `expected.SYSTEM.txt` is written again where there is
one: add an empty file to a page to have it.
"""

from functools import lru_cache
from pathlib import Path

from cleanweb import cleaner
from cleanweb.pipeline import Cleaned, Pipeline
from cleanweb.systems import DEFAULT_SYSTEM
from tests.fixtures import PAGES

MAX_PATH = 60  # characters, of the end of a tag path


@lru_cache
def pipeline(system: str) -> Pipeline:
    """The pipeline of a system, made once."""
    return cleaner(system)


def rendered(folder: Path) -> dict[str, str]:
    """The contents of the page's expected files by their names."""
    data = (folder / "source.html").read_bytes()
    cleaned = pipeline(DEFAULT_SYSTEM)(data)
    files = {"expected.txt": cleaned.text, "expected.log": log(cleaned)}
    for path in folder.glob("expected.*.txt"):
        files[path.name] = pipeline(path.name.split(".")[1])(data).text
    return files


def log(cleaned: Cleaned) -> str:
    """The encoding and the blocks of a page."""
    decoded, blocks, verdicts = cleaned.decoded, cleaned.blocks, cleaned.verdicts
    lines = [f"{decoded.encoding} ({decoded.evidence})"]
    for block, verdict in zip(blocks, verdicts, strict=True):
        path = block.path if len(block.path) <= MAX_PATH else "..." + block.path[-MAX_PATH:]
        lines.append(f"{'+' if verdict.keep else '-'} {verdict.kind} [{verdict.rule}] {path} | {block.text}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the expected files of every page."""
    for source in sorted(PAGES.glob("*/source.html")):
        for name, text in rendered(source.parent).items():
            (source.parent / name).write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
