"""CleanEval text: one block a line, each opened by `<p>`, `<h>` or `<l>`; UTF-8, LF.

Paper: the annotation guidelines of CleanEval 2007 (headings, paragraphs and list items are opened by a tag that is
never closed).

Differs from the paper: no `URL:` line, no blank lines between blocks.
"""

from dataclasses import dataclass

from cleanweb.page import Blocks, Linearized, Verdicts
from cleanweb.stage import Linearizer


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanEval:
    """The kept blocks, one a line, with their kinds as tags.

    >>> from cleanweb.classify.keep_all import KeepAll
    >>> blocks = Blocks.of([("body>h1", "Tea"), ("body>p", "Boil water.")])
    >>> CleanEval()(blocks, KeepAll()(blocks)).text
    '<h>Tea\\n<p>Boil water.\\n'
    """

    def __call__(self, blocks: Blocks, verdicts: Verdicts) -> Linearized:
        """Adds nothing but the tags, which are markup, and takes nothing out."""
        lines = [
            f"<{kind}>{text}\n"
            for text, keep, kind in zip(blocks.text, verdicts.keep, verdicts.kind, strict=True)
            if keep
        ]
        return Linearized("".join(lines))


STAGE: type[Linearizer] = CleanEval
