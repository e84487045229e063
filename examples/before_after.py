"""Draw a page before and after cleaning as SVG: `python examples/before_after.py PAGE > before-after.svg`.

On the left are all blocks of the page, the removed ones struck out, with the rule that removed them; on the right is
the text.
"""

import sys
from html import escape
from pathlib import Path
from textwrap import shorten, wrap

from cleanweb import cleaner
from cleanweb.pipeline import Cleaned

WIDTH, LINE, MARGIN, MIDDLE, TOP = 1080, 17, 16, 560, 64  # pixels
LEFT_CHARS, RIGHT_CHARS = 54, 70
STYLE = (
    "text{font:12px sans-serif;fill:#1a1a1a}.gone{fill:#999;text-decoration:line-through}.rule{fill:#b03030;"
    "font-style:italic}.kind{fill:#2a5db0;font-family:monospace}.title{font-weight:bold;font-size:14px}"
)


def drawing(cleaned: Cleaned) -> str:
    """The picture of one page."""
    left, right = blocks(cleaned), lines(cleaned)
    height = TOP + LINE * max(len(left), len(right)) + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" role="img">',
        f"<style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<rect x="{MIDDLE - MARGIN}" width="{WIDTH}" height="{height}" fill="#f4f7fb"/>',
        text(MARGIN, 0, "title", "The page, block by block", y=32),
        text(MIDDLE, 0, "title", "What cleanweb writes", y=32),
    ]
    for row, (is_kept, words, rule) in enumerate(left):
        parts.append(text(MARGIN, row, "" if is_kept else "gone", words))
        if not is_kept:
            parts.append(text(MARGIN + 350, row, "rule", rule))
    for row, (kind, words) in enumerate(right):
        parts.append(text(MIDDLE, row, "kind", kind))
        parts.append(text(MIDDLE + 28, row, "", words))
    return "\n".join([*parts, "</svg>"]) + "\n"


def blocks(cleaned: Cleaned) -> list[tuple[bool, str, str]]:
    """For every block: whether it is kept, the beginning of its text, and the rule."""
    return [
        (verdict.keep, shorten(block.text, LEFT_CHARS, placeholder=" …"), verdict.rule)
        for block, verdict in zip(cleaned.blocks, cleaned.verdicts, strict=True)
    ]


def lines(cleaned: Cleaned) -> list[tuple[str, str]]:
    """The text, wrapped; each line with its tag if it begins a block."""
    found = []
    for line in cleaned.text.splitlines():
        tag, words = line[:3], wrap(line[3:], RIGHT_CHARS)
        found += [(tag if number == 0 else "", part) for number, part in enumerate(words)]
    return found


def text(x: int, row: int, style: str, words: str, y: int = 0) -> str:
    """A line of text in a row of the picture."""
    return f'<text x="{x}" y="{y or TOP + LINE * row}" class="{style}">{escape(words)}</text>'


if __name__ == "__main__":
    sys.stdout.write(drawing(cleaner()(Path(sys.argv[1]).read_bytes())))
