"""Marks nothing and repairs nothing: for systems that bring their own rules."""

from dataclasses import dataclass

from cleanweb.page import Elements
from cleanweb.stage import Normalizer


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    r"""Every element and every text as it is: nothing is marked or repaired.

    >>> Plain().text("Boiler\xadplate") == "Boiler\xadplate"
    True
    """

    def marks(self, elements: Elements) -> list[str]:
        """Nothing is marked."""
        return [""] * len(elements)

    def text(self, text: str) -> str:
        """The text unchanged."""
        return text


STAGE: type[Normalizer] = Plain
