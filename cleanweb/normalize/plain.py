"""Marks nothing and repairs nothing: for systems that bring their own rules."""

from dataclasses import dataclass

from cleanweb.page import Attributes
from cleanweb.stage import Normalizer


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """Every element as it stands, every text as it is."""

    def mark(self, tag: str, attributes: Attributes) -> str:  # noqa: ARG002  (a normalizer's signature)
        """Nothing is marked."""
        return ""

    def text(self, text: str) -> str:
        """The text unchanged."""
        return text


STAGE: type[Normalizer] = Plain
