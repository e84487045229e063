"""What an output lacks and what it has too much, as readable lines."""

from collections.abc import Iterator

from cleanweb.evaluate.matching import Matcher
from cleanweb.evaluate.words import tokens
from cleanweb.terminal import MAX_WIDTH, lines

MIN_COMMON = 3  # ours: fewer common words between two differences are merged into them
MAX_WORDS = 60  # ours: longer stretches lose their middle
COMMON_WORDS = 16  # ours: a common stretch is context only

Stretch = tuple[str, list[str]]  # sign (" " in common, "-" only in the gold, "+" only in the output) and words


def diff_lines(gold: str, output: str) -> Iterator[str]:
    """Lines beginning with `-` (missing), `+` (too much) or a space (in common), their long middles left out."""
    for sign, words in stretches(tokens(gold, strip_url=False), tokens(output, strip_url=False)):
        text = " ".join(_without_middle(words, COMMON_WORDS if sign == " " else MAX_WORDS))
        yield from (f"{sign} {line}" for line in lines(text, MAX_WIDTH - 2))


def stretches(gold: list[str], output: list[str]) -> Iterator[Stretch]:
    """The two word sequences as common stretches and differences, the gold's words before the output's."""
    missing: list[str] = []
    extra: list[str] = []
    for operation, g1, g2, o1, o2 in Matcher(gold, output).get_opcodes():
        between = g1 > 0 and g2 < len(gold) and (missing or extra)
        if operation == "equal" and not (between and g2 - g1 < MIN_COMMON):
            yield from _differences(missing, extra)
            missing, extra = [], []
            yield " ", gold[g1:g2]
        else:
            missing += gold[g1:g2]
            extra += output[o1:o2]
    yield from _differences(missing, extra)


def _differences(missing: list[str], extra: list[str]) -> Iterator[Stretch]:
    yield from ((sign, words) for sign, words in (("-", missing), ("+", extra)) if words)


def _without_middle(words: list[str], max_count: int) -> list[str]:
    if len(words) <= max_count:
        return words
    half = max_count // 2
    return [*words[:half], f"[... {len(words) - 2 * half} words ...]", *words[-half:]]
