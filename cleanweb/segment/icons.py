"""Which words are names of icons, for which a font draws a picture: `<i class="material-icons">local_offer</i>`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cleanweb.parse import Node

# The classes by which an element asks for such a font (Google Fonts, Material Symbols guide and Material Icons guide;
# the last is that of Angular Material).
ICON_FONTS: Final = frozenset(
    (
        "material-icons material-icons-outlined material-icons-round material-icons-rounded material-icons-sharp "
        "material-icons-two-tone material-symbols-outlined material-symbols-rounded material-symbols-sharp "
        "google-material-icons google-symbols mat-ligature-font"
    ).split()
)
_NAME: Final = re.compile(r"\s*[a-z0-9_]+\s*")


def is_icon(text: str, around: Sequence[Node]) -> bool:
    """Whether a text is the name of an icon, by the innermost of the elements around it, which is the last."""
    if not around or _NAME.fullmatch(text) is None:
        return False
    classes = around[-1].attributes.get("class")
    return classes is not None and not ICON_FONTS.isdisjoint(classes.lower().split())
