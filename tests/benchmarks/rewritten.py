"""The README's table of rewritten pages: `python -m tests.benchmarks.rewritten`, with the gold sets in CLEANWEB_DATA.

A cleaner that goes by the words of some languages, or by class names, has nothing to go by in other languages, or where
a program made the names up. Here every letter of English pages and of their golds is mapped to another script:
Cyrillic, which has capitals; Hebrew, which has none; or Chinese, a sign for up to three letters, without spaces. Or
classes and IDs get meaningless names, or are emptied. All else stays as it is. No model here was trained on these sets.
"""

import argparse
import json
import re
from collections.abc import Callable, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Any, NamedTuple
from zlib import crc32

from cleanweb.decode import decode
from cleanweb.evaluate.bag import bag_scores, drop_tags
from tests.benchmarks import foreign, readme
from tests.benchmarks.overview import DEFAULT
from tests.benchmarks.peers import Extractor, installed
from tests.benchmarks.scores import attempt, extractor

CYRILLIC = "абцдефгхийклмнопърстувшжыз"
HEBREW = "אבגדהוזחטיכלמנסעפצקרשתםןףץ"
HAN_FIRST, HAN_COUNT = ord("一"), 20_000
FULL_WIDTH = {".": "。", ",": "，", "?": "？", "!": "！", ":": "：", ";": "；"}

Letters = Callable[[str], str]
Names = Callable[[str], str]
Page = tuple[str, str]  # source and gold text

_LATIN = re.compile("[A-Za-zÀ-ÿ]+")
_HAN = re.compile("[一-鿿]")
_BETWEEN_HAN = re.compile("(?<=[一-鿿]) +(?=[一-鿿])")
_SIGN_AFTER_HAN = re.compile(r"(?<=[一-鿿])([.,?!:;]) ?")
_QUOTES = "\"'"
_NAMED = re.compile(r"""(?i)(\s(?:class|id)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)""")
_TAG = re.compile(r"(?si)(<!--.*?-->|<script\b.*?</script\s*>|<style\b.*?</style\s*>|<[^>]*>)")
_REFERENCE = re.compile(r"(&#?\w+;)")
_NO_WORDS = re.compile("(?i)<meta[^>]*http-equiv")
_SHOWN = re.compile(r"""(?i)\b((?:content|alt|title|value|placeholder|summary)\s*=\s*)("[^"]* [^"]*"|'[^']* [^']*')""")
_JSON_LD = re.compile(r"(?si)(<script[^>]*ld\+json[^>]*>)(.*)(</script\s*>)")
_TOLD_LANGUAGE = re.compile(r"""(?i)\s(?:xml:)?lang=(?:"[^"]*"|'[^']*'|\w+)""")
_TOLD_ENCODING = re.compile(r"""(?i)((?:charset|encoding)\s*=\s*["']?)[\w-]+""")


def cyrillic(text: str) -> str:
    """The text in Cyrillic letters, one for each Latin letter."""
    return text.translate(str.maketrans(ascii_lowercase + ascii_uppercase, CYRILLIC + CYRILLIC.upper()))


def hebrew(text: str) -> str:
    """The text in Hebrew letters, one for each Latin letter, small or capital."""
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


def hashed(names: str) -> str:
    """Meaningless names, as programs make them up; the same name always becomes the same.

    >>> hashed("post post-body")
    'c5a8a6c8d c91efdf16'
    """
    return " ".join(f"c{crc32(name.encode()):08x}" for name in names.split())


def no_names(_: str) -> str:
    """No names at all."""
    return ""


class Rewriting(NamedTuple):
    """How letters, and the names of classes and IDs, are rewritten."""

    letters: Letters = str
    names: Names = str


REWRITINGS = {
    "as they are": Rewriting(),
    "Cyrillic": Rewriting(letters=cyrillic),
    "Hebrew": Rewriting(letters=hebrew),
    "Chinese": Rewriting(letters=chinese),
    "hashed names": Rewriting(names=hashed),
    "no names": Rewriting(names=no_names),
}


def main() -> None:
    """Measure and print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pages", type=int, default=100, help="of each set")
    options.add_argument("--write", action="store_true", help="write the table to README.md")
    arguments = options.parse_args()
    report = table(sample(arguments.pages), {DEFAULT: extractor("cleanweb"), **installed()})
    print(report)
    if arguments.write:
        readme.write("rewritten", report)


def sample(count: int) -> list[Page]:
    """A seeded sample of the English pages of each set that have a gold text."""
    pages = foreign.sample(count, lambda page: page.meta.get("language", "en") == "en")
    return [(source(data), gold) for data, gold in pages]


def source(page: bytes) -> str:
    """The characters of a page."""
    return decode(page).utf8.decode("utf-8", "replace")


def table(pages: Sequence[Page], programs: Mapping[str, Extractor]) -> str:
    """Word F1 of each program, a column for each rewriting."""
    lines = [f"| {len(pages)} pages | {' | '.join(REWRITINGS)} |", "|---" * (len(REWRITINGS) + 1) + "|"]
    for name, extract in programs.items():
        cells = [f"{mean_f1(pages, extract, rewriting):.3f}" for rewriting in REWRITINGS.values()]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def mean_f1(pages: Sequence[Page], extract: Extractor, rewriting: Rewriting) -> float:
    """The mean word F1 on pages rewritten so; each Chinese sign counts as a word."""
    golds = [rewriting.letters(gold) for _, gold in pages]
    texts = [drop_tags(attempt(extract, rewritten(page, rewriting))) for page, _ in pages]
    scores = [bag_scores(_signs_apart(gold), _signs_apart(text)).f1 for gold, text in zip(golds, texts, strict=True)]
    return sum(scores) / len(scores)


def _signs_apart(text: str) -> str:
    return _HAN.sub(r" \g<0> ", text)


def rewritten(page: str, rewriting: Rewriting) -> bytes:
    """The page as UTF-8; if letters are rewritten, `lang` goes, since any language is possible."""
    parts = _TAG.split(page)
    parts[::2] = (_text(part, rewriting.letters) for part in parts[::2])
    parts[1::2] = (_markup(part, rewriting) for part in parts[1::2])
    return "".join(parts).encode("utf-8", "replace")


def _text(text: str, letters: Letters) -> str:
    pieces = _REFERENCE.split(text)
    pieces[::2] = map(letters, pieces[::2])
    return "".join(pieces)


def _markup(part: str, rewriting: Rewriting) -> str:
    letters = rewriting.letters
    if found := _JSON_LD.fullmatch(part):
        return found[1] + _json(found[2], letters) + found[3]
    if part[:7].lower() in ("<script", "<style>", "<style ") or part.startswith("<!--"):
        return part
    shown = part  # leaves out types and encodings, which programs read
    if not _NO_WORDS.match(part):
        shown = _SHOWN.sub(lambda found: found[1] + found[2][0] + _text(found[2][1:-1], letters) + found[2][-1], part)
    named = _NAMED.sub(lambda found: f'{found[1]}"{rewriting.names(found[2].strip(_QUOTES))}"', shown)
    return _TOLD_ENCODING.sub(r"\1utf-8", named if letters is str else _TOLD_LANGUAGE.sub("", named))


def _json(data: str, letters: Letters) -> str:
    try:
        return json.dumps(_in_strings(json.loads(data), letters), ensure_ascii=False)
    except ValueError:
        return data


def _in_strings(value: Any, letters: Letters) -> Any:
    """Rewrite strings of several words, which are shown; others are addresses, dates and names of types."""
    if isinstance(value, dict):
        return {name: _in_strings(item, letters) for name, item in value.items()}
    if isinstance(value, list):
        return [_in_strings(item, letters) for item in value]
    return _text(value, letters) if isinstance(value, str) and " " in value else value


if __name__ == "__main__":
    main()
