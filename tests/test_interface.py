"""`cleanweb.clean`: the whole of it in one call."""

import subprocess
import sys

import pytest

import cleanweb
from cleanweb.errors import UsageError

PAGE = "<title>Tee</title><h1>Tee für zwei</h1><p>Das Wasser kocht.</p><p><a href=x>Menü</a></p>"


def test_text_blocks_verdicts_and_reasons() -> None:
    page = cleanweb.clean(PAGE, "justext", stoplist="de", length_low=5)
    assert isinstance(page, cleanweb.Cleaned)
    assert page.blocks.text == ["Tee für zwei", "Das Wasser kocht.", "Menü"]
    assert page.verdicts.keep[2] is False
    assert page.explain([2])[0].reason == "link density 1.00 is over 0.2"


def test_bytes_are_decoded_and_str_is_taken_as_it_stands() -> None:
    wrong = '<meta charset="koi8-r">' + PAGE
    assert cleanweb.clean(wrong, "ice-bl").text == cleanweb.clean(wrong.encode(), "ice-bl").text
    assert "Tee für zwei" in cleanweb.clean(PAGE.encode("latin-1"), "ice-bl").text
    assert cleanweb.clean("<p>caf\udce9", "ice-bl").text == "<p>caf?\n"  # a lone surrogate is no character


def test_parameters_by_name_by_full_name_and_as_python_values() -> None:
    short = cleanweb.clean(PAGE, "ice-bl", block_tags=("p",))
    full = cleanweb.clean(PAGE, "ice-bl", **{"blocks.block_tags": "p"})
    assert short.blocks.text == full.blocks.text == ["Tee für zwei", "Das Wasser kocht.", "Menü"]
    assert len(cleanweb.clean(PAGE, "ice-bl", block_tags=("div",)).blocks) == 1


def test_wrong_names_say_what_was_expected() -> None:
    with pytest.raises(UsageError, match="unknown system"):
        cleanweb.clean(PAGE, "no-such")
    with pytest.raises(UsageError, match=r"expected one of: .*justext\.max_link_density"):
        cleanweb.clean(PAGE, "justext", no_such=1)
    with pytest.raises(UsageError, match="expected float"):
        cleanweb.clean(PAGE, "justext", max_link_density="much")
    with pytest.raises(AttributeError, match="no_such"):
        cleanweb.no_such  # noqa: B018  (the look-up is what is tested)


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, cleanweb; print([m for m in ('numpy', 'selectolax', 'click', 'orjson') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
