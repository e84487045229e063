"""Plain text: the kept blocks, one a line, without markup."""

from dataclasses import dataclass

from cleanweb.page import Blocks, Linearized, Verdicts
from cleanweb.stage import Linearizer


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """The kept blocks, one a line.

    >>> from cleanweb.classify.keep_all import KeepAll
    >>> blocks = Blocks.of([("body>h1", "Tea"), ("body>p", "Boil water.")])
    >>> Plain()(blocks, KeepAll()(blocks)).text
    'Tea\\nBoil water.\\n'
    """

    def __call__(self, blocks: Blocks, verdicts: Verdicts) -> Linearized:
        """Adds nothing and takes nothing out."""
        return Linearized("".join(f"{text}\n" for text, keep in zip(blocks.text, verdicts.keep, strict=True) if keep))


STAGE: type[Linearizer] = Plain
