"""What cleanweb makes of each page in `tests/pages`: `python -m tests.golden` writes it beside the page.

`expected.txt` is the default system's text. `expected.log` has the encoding with its evidence, and a line for each
block: `+` kept or `-` removed, kind, rule, tag path, text. A file `expected.SYSTEM.txt` is updated if it exists: add an
empty one to a page to have it.

`cases/default_numbers.json` has the numbers that the default measures on all these pages and on the example corpus. The
model was trained on such numbers: if one changes, the model has to be trained again.
"""

import json
from functools import lru_cache
from pathlib import Path

import numpy as np

from cleanweb import cleaner
from cleanweb.classify.learned_page import Judgement
from cleanweb.measures.features import feature_names
from cleanweb.pipeline import Cleaned, Pipeline
from cleanweb.systems import DEFAULT_SYSTEM
from tests.fixtures import PAGES, TESTS, page_paths

MAX_PATH = 60  # last characters of a tag path
NUMBERS = TESTS / "cases" / "default_numbers.json"


@lru_cache
def pipeline(system: str) -> Pipeline:
    """The pipeline of a system, built once."""
    return cleaner(system)


def rendered(folder: Path) -> dict[str, str]:
    """The contents of the page's expected files, by file name."""
    data = (folder / "source.html").read_bytes()
    cleaned = pipeline(DEFAULT_SYSTEM)(data)
    files = {"expected.txt": cleaned.text, "expected.log": log(cleaned)}
    for path in folder.glob("expected.*.txt"):
        files[path.name] = pipeline(path.name.split(".")[1])(data).text
    return files


def log(cleaned: Cleaned) -> str:
    """The encoding and the blocks of a page, one line each."""
    decoded, blocks, verdicts = cleaned.decoded, cleaned.blocks, cleaned.verdicts
    lines = [f"{decoded.encoding} ({decoded.evidence})"]
    for block, verdict in zip(blocks, verdicts, strict=True):
        path = block.path if len(block.path) <= MAX_PATH else "..." + block.path[-MAX_PATH:]
        lines.append(f"{'+' if verdict.keep else '-'} {verdict.kind} [{verdict.rule}] {path} | {block.text}")
    return "\n".join(lines) + "\n"


def numbers() -> dict[str, list[float]]:
    """Each feature of the default, the chances and the thresholds, by name: the mean over the blocks of all pages, and
    the mean weighted by the blocks' positions, which changes when values change places.
    """
    as_page = cleaner(DEFAULT_SYSTEM, focus="page")
    found: list[np.ndarray] = []
    for path in page_paths():
        judged = pipeline(DEFAULT_SYSTEM)(path.read_bytes()).verdicts.evidence
        if isinstance(judged, Judgement):
            limits = [[judged.decision.threshold], [judged.decision.after]] @ np.ones((1, len(judged.chances)))
            scores = as_page(path.read_bytes()).verdicts.score
            found.append(np.vstack([judged.matrix, judged.chances, limits, scores]).astype(float))
    means = np.hstack(found).mean(1)
    weighed = np.mean([page @ np.arange(1, page.shape[1] + 1) / page.shape[1] for page in found], 0)
    names = [*feature_names(), "chance", "threshold", "threshold after the text", "chance by page focus"]
    return {name: [float(f"{value:.7g}") for value in row] for name, *row in zip(names, means, weighed, strict=True)}


def main() -> None:
    """Write the expected files of every page, and the numbers."""
    lines = (f"{json.dumps(name)}: {json.dumps(row)}" for name, row in numbers().items())
    NUMBERS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    for source in sorted(PAGES.glob("*/source.html")):
        for name, text in rendered(source.parent).items():
            (source.parent / name).write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
