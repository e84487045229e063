"""Other extractors as functions from the bytes of a page to its text, each called as its documentation shows.

An extractor that detects encodings gets the bytes; the others get them decoded as UTF-8.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec

Extractor = Callable[[bytes], str]


def trafilatura() -> Extractor:
    """`extract` with its defaults."""
    extract = import_module("trafilatura").extract
    return lambda data: extract(data) or ""


def justext() -> Extractor:
    """The published program with its defaults and its English stop list."""
    program = import_module("justext")
    stop_list = program.get_stoplist("English")
    return lambda data: "\n".join(p.text for p in program.justext(data, stop_list) if not p.is_boilerplate)


def resiliparse() -> Extractor:
    """Main content only."""
    encoding = import_module("resiliparse.parse.encoding")
    extract = import_module("resiliparse.extract.html2text").extract_plain_text
    return lambda data: extract(
        encoding.bytes_to_str(data, encoding.detect_encoding(data)), main_content=True, alt_texts=False
    )


def readability() -> Extractor:
    """readability-lxml: the summary, as text."""
    document = import_module("readability").Document
    parsed = import_module("lxml.html").fromstring

    def extract(data: bytes) -> str:
        return str(parsed(document(data.decode("utf-8", "replace")).summary()).text_content())

    return extract


def boilerpy3() -> Extractor:
    """The article extractor."""
    extractor = import_module("boilerpy3.extractors").ArticleExtractor(raise_on_failure=False)
    return lambda data: str(extractor.get_content(data.decode("utf-8", "replace")))


def rs_trafilatura() -> Extractor:
    """trafipy, its Python binding, with its defaults: the text."""
    extract = import_module("trafipy").extract
    return lambda data: str(extract(data.decode("utf-8", "replace")).text)


def inscriptis() -> Extractor:
    """The whole page as text, laid out as in browsers: no extractor, but comparable to `kitten`."""
    get_text = import_module("inscriptis").get_text
    return lambda data: str(get_text(data.decode("utf-8", "replace")))


# By distribution: the module that it installs and the extractor.
PEERS: dict[str, tuple[str, Callable[[], Extractor]]] = {
    "trafilatura": ("trafilatura", trafilatura),
    "trafipy": ("trafipy", rs_trafilatura),
    "jusText": ("justext", justext),
    "resiliparse": ("resiliparse", resiliparse),
    "readability-lxml": ("readability", readability),
    "boilerpy3": ("boilerpy3", boilerpy3),
    "inscriptis": ("inscriptis", inscriptis),
}

BOUND = {"trafipy": "rs-trafilatura in trafipy"}  # for distributions that wrap a program of another name


def installed() -> dict[str, Extractor]:
    """The installed peers, by name and version."""
    return {
        f"{BOUND.get(name, name)} {version(name)}": make()
        for name, (module, make) in PEERS.items()
        if find_spec(module)
    }
