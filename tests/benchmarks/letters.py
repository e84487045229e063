"""The README's table of pages in other letters: `python -m tests.benchmarks.letters`, gold sets in CLEANWEB_DATA.

Who cleans by the words of some languages has none in others. Every letter of English pages, and of their golds, becomes
one of another script: of Cyrillic, which has capitals, of Hebrew, which has none, or a third of a sign of Chinese,
which has no spaces either. Tags, names, addresses, scripts and styles stay. The sets are some that no model here was
trained on.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from string import ascii_lowercase, ascii_uppercase
from typing import Any
from zlib import crc32

from cleanweb.decode import decode
from cleanweb.evaluate.bag import bag_scores, drop_tags
from tests.benchmarks import readme
from tests.benchmarks.overview import DEFAULT
from tests.benchmarks.peers import Extractor, installed
from tests.benchmarks.scores import attempt, extractor, gold_pages

SETS = ("cleaneval", "daniel")
SEED = 2007

CYRILLIC = "абцдефгхийклмнопърстувшжыз"
HEBREW = "אבגדהוזחטיכלמנסעפצקרשתםןףץ"
HAN_FIRST, HAN_COUNT = ord("一"), 20_000
FULL_WIDTH = {".": "。", ",": "，", "?": "？", "!": "！", ":": "：", ";": "；"}

Letters = Callable[[str], str]
Page = tuple[str, str]  # source and gold text

_LATIN = re.compile("[A-Za-zÀ-ÿ]+")
_HAN = re.compile("[一-鿿]")
_BETWEEN_HAN = re.compile("(?<=[一-鿿]) +(?=[一-鿿])")
_SIGN_AFTER_HAN = re.compile(r"(?<=[一-鿿])([.,?!:;]) ?")
_TAG = re.compile(r"(?si)(<!--.*?-->|<script\b.*?</script\s*>|<style\b.*?</style\s*>|<[^>]*>)")
_REFERENCE = re.compile(r"(&#?\w+;)")
_SHOWN = re.compile(r"""(?i)\b((?:content|alt|title|value|placeholder|summary)\s*=\s*)("[^"]* [^"]*"|'[^']* [^']*')""")
_JSON_LD = re.compile(r"(?si)(<script[^>]*ld\+json[^>]*>)(.*)(</script\s*>)")
_TOLD_LANGUAGE = re.compile(r"""(?i)\s(?:xml:)?lang=(?:"[^"]*"|'[^']*'|\w+)""")
_TOLD_ENCODING = re.compile(r"""(?i)((?:charset|encoding)\s*=\s*["']?)[\w-]+""")


def cyrillic(text: str) -> str:
    """The text in Cyrillic letters, one for each."""
    return text.translate(str.maketrans(ascii_lowercase + ascii_uppercase, CYRILLIC + CYRILLIC.upper()))


def hebrew(text: str) -> str:
    """The text in Hebrew letters, one for each, small or capital."""
    return text.translate(str.maketrans(ascii_lowercase + ascii_uppercase, HEBREW * 2))


def chinese(text: str) -> str:
    """A sign for up to three letters of a word, no spaces between, and wide punctuation.

    >>> chinese("The mill, the mill. 3 mills")
    '娆鬼掞，娆鬼掞。3 鬼蓒'
    """
    signs = _BETWEEN_HAN.sub("", _LATIN.sub(_signs, text))
    return _SIGN_AFTER_HAN.sub(lambda found: FULL_WIDTH[found[1]], signs)


def _signs(word: re.Match[str]) -> str:
    small = word[0].lower()
    parts = (small[start : start + 3] for start in range(0, len(small), 3))
    return "".join(chr(HAN_FIRST + crc32(part.encode()) % HAN_COUNT) for part in parts)


LETTERS: dict[str, Letters] = {"as they are": str, "Cyrillic": cyrillic, "Hebrew": hebrew, "Chinese": chinese}


def main() -> None:
    """Measure and print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pages", type=int, default=100, help="of each set")
    options.add_argument("--write", action="store_true", help="write the table to README.md")
    arguments = options.parse_args()
    report = table(sample(arguments.pages), {DEFAULT: extractor("cleanweb"), **installed()})
    print(report)
    if arguments.write:
        readme.write("letters", report)


def sample(count: int) -> list[Page]:
    """So many English pages of each set, of those that have a gold text."""
    folder = Path(os.environ.get("CLEANWEB_DATA") or "-")
    absent = [name for name in SETS if not (folder / name / "html").is_dir()]
    if absent:
        sys.exit(f"CLEANWEB_DATA is {str(folder)!r}; expected a folder with {', '.join(absent)}")
    pages = []
    for name in SETS:
        english = [page for page in gold_pages(folder / name) if page.meta.get("language", "en") == "en"]
        golds = {page.id: drop_tags(page.text) for page in english if page.text}
        for page in Random(SEED).sample(sorted(golds), min(count, len(golds))):
            pages.append((source((folder / name / "html" / f"{page}.html").read_bytes()), golds[page]))
    return pages


def source(page: bytes) -> str:
    """The characters of a page."""
    return decode(page).utf8.decode("utf-8", "replace")


def table(pages: Sequence[Page], programs: Mapping[str, Extractor]) -> str:
    """Word F1 of each program, a column for each script."""
    lines = [f"| {len(pages)} pages in letters | {' | '.join(LETTERS)} |", "|---" * (len(LETTERS) + 1) + "|"]
    for name, extract in programs.items():
        cells = [f"{mean_f1(pages, extract, letters):.3f}" for letters in LETTERS.values()]
        lines.append(f"| {name} | {' | '.join(cells)} |")
        print(lines[-1], file=sys.stderr)
    return "\n".join(lines)


def mean_f1(pages: Sequence[Page], extract: Extractor, letters: Letters) -> float:
    """Of the pages in these letters; a sign of Chinese counts as a word."""
    texts = ((letters(gold), drop_tags(attempt(extract, in_letters(page, letters)))) for page, gold in pages)
    scores = [bag_scores(_HAN.sub(r" \g<0> ", gold), _HAN.sub(r" \g<0> ", text)).f1 for gold, text in texts]
    return sum(scores) / len(scores)


def in_letters(page: str, letters: Letters) -> bytes:
    """The page as UTF-8, what it shows in these letters, which may be in any language: `lang` goes."""
    parts = _TAG.split(page)
    parts[::2] = (_text(part, letters) for part in parts[::2])
    parts[1::2] = (_markup(part, letters) for part in parts[1::2])
    return "".join(parts).encode("utf-8", "replace")


def _text(text: str, letters: Letters) -> str:
    pieces = _REFERENCE.split(text)
    pieces[::2] = map(letters, pieces[::2])
    return "".join(pieces)


def _markup(part: str, letters: Letters) -> str:
    if found := _JSON_LD.fullmatch(part):
        return found[1] + _json(found[2], letters) + found[3]
    if part[:7].lower() in ("<script", "<style>", "<style ") or part.startswith("<!--"):
        return part
    shown = _SHOWN.sub(lambda found: found[1] + found[2][0] + _text(found[2][1:-1], letters) + found[2][-1], part)
    return _TOLD_ENCODING.sub(r"\1utf-8", _TOLD_LANGUAGE.sub("", shown))


def _json(data: str, letters: Letters) -> str:
    try:
        return json.dumps(_in_strings(json.loads(data), letters), ensure_ascii=False)
    except ValueError:
        return data


def _in_strings(value: Any, letters: Letters) -> Any:
    """Strings of several words are shown; others are addresses, dates and names of types."""
    if isinstance(value, dict):
        return {name: _in_strings(item, letters) for name, item in value.items()}
    if isinstance(value, list):
        return [_in_strings(item, letters) for item in value]
    return _text(value, letters) if isinstance(value, str) and " " in value else value


if __name__ == "__main__":
    main()
