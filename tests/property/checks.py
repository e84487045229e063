"""What must hold for every page, whatever its bytes and whichever pipeline cleans it."""

from typing import get_args

from cleanweb.corpus.blocklog import block_log
from cleanweb.errors import Refused
from cleanweb.metadata import describe_page
from cleanweb.pipeline import Pipeline
from cleanweb.records import Format, record
from tests.test_stages import check_columns, check_linearized, check_verdicts

FORMS: tuple[Format, ...] = get_args(Format)


def check_page(pipeline: Pipeline, data: bytes) -> None:
    """Clean a page, log all its blocks, and write it in every format; the page may also be refused."""
    try:
        page = pipeline(data)
    except Refused:
        return
    check_columns(page.blocks)
    check_verdicts(page.blocks, page.verdicts)
    check_linearized(pipeline.linearize, page)
    assert len(page.explain(range(len(page.blocks)))) == len(page.blocks)
    block_log(page, "all", page="p")
    said = describe_page(page.blocks, page.decoded.encoding)
    for form in FORMS:
        assert record("p", page.text, {"title": said.title, "date": said.date}, form)[-1:] in (b"\n", b"")
