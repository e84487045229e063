"""The README's table of pages with foreign text: `python -m tests.benchmarks.foreign`, gold sets in CLEANWEB_DATA.

Pages of gold sets are tidier than the web. Each page of a seeded sample gets a foreign text as the last child of its
body: search keywords, data or styles shown by mistake, a consent dialog, terms of use, a menu of thousands of links. It
is scored against the same gold, by word F1. No model here was trained on these sets, nor on these foreign texts
(training has its own, `cleanweb/train/learned_foreign.py`).
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from cleanweb.evaluate.bag import bag_scores, drop_tags
from cleanweb.evaluate.gold_texts import GoldText
from tests.benchmarks import readme
from tests.benchmarks.overview import DEFAULT
from tests.benchmarks.peers import Extractor, installed
from tests.benchmarks.scores import attempt, extractor, gold_pages

SETS = ("cleaneval", "daniel")
SEED = 2007

Page = tuple[bytes, str]  # source and gold text

WORDS = (
    "casino loans poker betting slots replica watches handbags essay writing payday crypto bonus free online best buy "
    "discount cheap flights insurance lawyer hosting download movies streaming tickets shoes outlet repair near me"
).split()
CONSENT = (
    "We and our partners keep and read information on your device, such as unique identifiers in cookies.",
    "You may agree, refuse or change your choice at any time under the settings of this site.",
    "Your choice is told to our partners and does not change what you see of the site.",
    "Precise location and the active scanning of devices serve to recognise you again.",
    "Advertising and contents are chosen by what is known of you, and it is measured who sees them.",
    "Without your agreement a partner may rely on a legitimate interest, to which you can object.",
    "The data are kept for thirteen months at most, and for six where the law of your country says so.",
)


def search_words(choice: Random, count: int) -> str:
    """Search keywords, in phrases of three."""
    return f"<div>{' '.join(' '.join(choice.choices(WORDS, k=3)) for _ in range(count // 3))}</div>"


def data(choice: Random) -> str:
    """600 records as JSON."""
    records = [
        {"id": choice.randrange(10_000), "name": " ".join(choice.choices(WORDS, k=2)), "price": choice.randrange(100)}
        for _ in range(600)
    ]
    return f"<div>{json.dumps(records)}</div>"


def styles(choice: Random) -> str:
    """600 rules of a style sheet."""
    rules = (
        f".{choice.choice(WORDS)}-{choice.choice(WORDS)} {{ margin: {choice.randrange(10)}px; color: #{number:06x}; }}"
        for number in choice.sample(range(1 << 24), 600)
    )
    return f"<div>{' '.join(rules)}</div>"


def consent_dialog(choice: Random) -> str:
    """A dialog of 15 paragraphs and 60 partners."""
    paragraphs = "".join(f"<p>{' '.join(choice.sample(CONSENT, 2))}</p>" for _ in range(15))
    partners = "".join(
        f"<div><span>{' '.join(choice.choices(WORDS, k=2)).title()} Ltd</span> <a href=#>Privacy policy</a>"
        f"<p>{choice.choice(CONSENT)}</p></div>"
        for _ in range(60)
    )
    return f"<div><h2>Your privacy</h2>{paragraphs}{partners}</div>"


def terms_of_use(choice: Random) -> str:
    """Four paragraphs in small print."""
    paragraphs = (" ".join(choice.sample(CONSENT, 4)) for _ in range(4))
    return f"<div>{''.join(f'<p><small>{text}</small></p>' for text in paragraphs)}</div>"


def menu(choice: Random) -> str:
    """2,000 links in a list."""
    entries = (f"<li><a href=/{n}>{' '.join(choice.choices(WORDS, k=choice.randint(1, 3)))}</a>" for n in range(2_000))
    return f"<ul>{''.join(entries)}</ul>"


FOREIGN: dict[str, Callable[[Random], str]] = {
    "none": lambda _: "",
    "500 search words": lambda choice: search_words(choice, 500),
    "20,000 search words": lambda choice: search_words(choice, 20_000),
    "JSON": data,
    "style sheet": styles,
    "consent dialog": consent_dialog,
    "terms of use": terms_of_use,
    "2,000 links": menu,
}


def main() -> None:
    """Measure and print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pages", type=int, default=50, help="of each set")
    options.add_argument("--write", action="store_true", help="write the table to README.md")
    arguments = options.parse_args()
    pages = sample(arguments.pages)
    report = table(pages, {DEFAULT: extractor("cleanweb"), **installed()})
    print(report)
    if arguments.write:
        readme.write("foreign", report)


def sample(count: int, takes: Callable[[GoldText], object] = lambda _: True) -> list[Page]:
    """A seeded sample of each set's pages that have a gold text and that `takes` accepts."""
    folder = Path(os.environ.get("CLEANWEB_DATA") or "-")
    absent = [name for name in SETS if not (folder / name / "html").is_dir()]
    if absent:
        sys.exit(f"CLEANWEB_DATA is {str(folder)!r}; expected a folder with {', '.join(absent)}")
    pages = []
    for name in SETS:
        golds = {page.id: drop_tags(page.text) for page in gold_pages(folder / name) if page.text and takes(page)}
        for page in Random(SEED).sample(sorted(golds), min(count, len(golds))):
            pages.append(((folder / name / "html" / f"{page}.html").read_bytes(), golds[page]))
    return pages


def table(pages: Sequence[Page], programs: Mapping[str, Extractor]) -> str:
    """Word F1 of each program, a column for each foreign text."""
    lines = [f"| {len(pages)} pages with | {' | '.join(FOREIGN)} |", "|---" * (len(FOREIGN) + 1) + "|"]
    for name, extract in programs.items():
        cells = [f"{mean_f1(pages, extract, foreign):.3f}" for foreign in FOREIGN.values()]
        lines.append(f"| {name} | {' | '.join(cells)} |")
        print(lines[-1], file=sys.stderr)
    return "\n".join(lines)


def mean_f1(pages: Sequence[Page], extract: Extractor, foreign: Callable[[Random], str]) -> float:
    """The mean word F1 on pages with such a text put in, each page with another."""
    choice = Random(SEED)
    scores = [bag_scores(gold, drop_tags(attempt(extract, with_last(page, foreign(choice))))) for page, gold in pages]
    return sum(score.f1 for score in scores) / len(scores)


def with_last(page: bytes, part: str) -> bytes:
    """The page with `part` (ASCII) at the end of its body."""
    end = page.lower().rfind(b"</body")
    end = len(page) if end < 0 else end
    return page[:end] + part.encode("ascii") + page[end:]


if __name__ == "__main__":
    main()
