"""Real pages of the gold sets, stored in legacy encodings with no declaration, a right one and a wrong one.

Run `CLEANWEB_DATA=DIR pytest -m slow -s tests/quality/test_encodings.py` to see the figures.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cleanweb.decode import decode
from cleanweb.encodings import decode_as, python_name

DATA = os.environ.get("CLEANWEB_DATA")
# Decodes whole gold sets.
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not DATA, reason="CLEANWEB_DATA names no folder of gold sets")]

WESTERN, CENTRAL = ("windows-1252", "iso-8859-15"), ("windows-1250", "iso-8859-2")
LEGACY = {
    **dict.fromkeys(("de", "en", "es", "fi", "fr", "it", "nl", "pt", "sv"), WESTERN),
    **dict.fromkeys(("cs", "hu", "pl"), CENTRAL),
    "el": ("windows-1253", "iso-8859-7"),
    "ru": ("windows-1251", "koi8-r", "iso-8859-5"),
    "ar": ("windows-1256", "iso-8859-6"),
    "zh": ("gb18030", "big5"),
}
MAX_PAGES = 12  # of each language
DECLARED = re.compile(r"<meta[^>]*charset[^>]*>|<\?xml[^>]*\?>", re.I)
LANGUAGE = re.compile(r"(<html\b[^>]*?)\s(?:xml:)?lang\s*=\s*[\"']?[\w-]*[\"']?", re.I)


def pages() -> Iterator[tuple[str, str]]:
    """Language and text of pages that are valid UTF-8, with their declarations of encoding and language removed."""
    taken = dict.fromkeys(LEGACY, 0)
    for gold_set in ("daniel", "trafilatura-eval"):
        folder = Path(DATA or "", gold_set)
        for name, about in json.loads((folder / "meta.json").read_text(encoding="utf-8")).items():
            language = about.get("language")
            data = (folder / "html" / f"{name}.html").read_bytes()
            if taken.get(language, MAX_PAGES) >= MAX_PAGES or decode(data).evidence != "valid utf-8":
                continue
            taken[language] += 1
            yield language, LANGUAGE.sub(r"\1", DECLARED.sub("", decode(data).text))


def share_right(declaration: str) -> float:
    """The share of stored pages that decode to exactly the text that was stored."""
    right_count = stored_count = 0
    for language, text in pages():
        for encoding in LEGACY[language]:
            stored = (declaration.format(encoding) + text).encode(python_name(encoding), "xmlcharrefreplace")
            if not stored.isascii():
                stored_count += 1
                right_count += decode(stored).text == decode_as(stored, encoding)[0]
    print(f"\n{declaration or 'undeclared'}: {right_count} of {stored_count}")
    return right_count / stored_count


def test_right_declarations() -> None:
    assert share_right("<meta charset={}>") == 1


@pytest.mark.parametrize("declaration", ["", "<meta charset=utf-8>"])
def test_no_useful_declaration(declaration: str) -> None:
    assert share_right(declaration) >= 0.93
