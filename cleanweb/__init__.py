"""cleanweb turns directories of HTML pages into clean text corpora.

    import cleanweb

    page = cleanweb.clean(html)
    page.text                        # the clean text
    page.verdicts[3].keep            # of each block: kept or not, kind, rule, score
    page.blocks[3].text, page.explain([3])[0].reason
    page.metadata.title, page.metadata.date

    cleaner = cleanweb.cleaner("justext", stoplist="eu", max_link_density=0.1)
    texts = [cleaner(html).text for html in pages]

The command line makes its cleaners in exactly the same way. Errors are in `cleanweb.errors`: UsageError for a wrong
choice, DataError for a model or the like that cannot be read, Refused for what is no page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Cleaned", "Pipeline", "clean", "cleaner"]

if TYPE_CHECKING:
    from cleanweb.interface import Cleaned, Pipeline, clean, cleaner
else:  # type checkers would accept any name as one of the module's

    def __getattr__(name: str) -> Any:
        """The names of the interface, imported when they are first asked for: `import cleanweb` itself is instant."""
        if name not in __all__:
            raise AttributeError(f"module 'cleanweb' has no attribute {name!r}")
        from cleanweb import interface  # noqa: PLC0415  (as said above)

        return globals().setdefault(name, getattr(interface, name))


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
