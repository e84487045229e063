"""The pages that the project's own tests clean: those of `tests/pages` and of the example corpus."""

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
PAGES = TESTS / "pages"
CORPUS = ROOT / "examples" / "corpus"


def page_paths() -> list[Path]:
    """Every committed page, sorted."""
    return sorted(PAGES.glob("*/source.html")) + sorted(CORPUS.rglob("*.html"))


def page_name(path: Path) -> str:
    """How a page is called in the names of tests."""
    return path.parent.name if path.name == "source.html" else path.stem
