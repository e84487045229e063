"""cleanweb turns directories of HTML pages into clean text corpora.

    import cleanweb

    page = cleanweb.clean(html)
    page.text                        # the clean text
    page.verdicts[3].keep            # of each block: kept or not, kind, rule, score
    page.blocks[3].text, page.explain([3])[0].reason

For many pages, `cleanweb.systems.pipeline` makes the function from bytes to `Cleaned` once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cleanweb.pipeline import Cleaned as Cleaned

__version__ = "0.1.0"

# The values of a stage's parameter in Python; on the command line all are texts.
Value = str | int | float | bool | tuple[str, ...] | None


def clean(html: bytes | str, system: str | None = None, **parameters: Value) -> Cleaned:
    """The clean text of one page, its blocks, and a verdict on each with the reason.

    `html` as bytes is decoded by the evidence in it; as `str` it is taken as it stands. `system` is a preset that
    `cleanweb stages` lists, the default one unless given. `parameters` are those of the system's stages, by name
    (`max_link_density=0.1`, `stoplist="eu"`), and go to every stage that has one of that name;
    `**{"justext.max_link_density": 0.1}` says which stage is meant.

    Raises UsageError for an unknown system or parameter or a value of the wrong type, Refused when a stage skips the
    page on purpose.

    >>> clean("<title>Tea</title><p>Boil the water.", system="ice-bl").text
    '<p>Boil the water.\\n'
    """
    from cleanweb import interface  # noqa: PLC0415  (so that `import cleanweb` stays instant)

    return interface.clean(html, system, parameters)


def __getattr__(name: str) -> Any:
    if name == "Cleaned":
        from cleanweb.pipeline import Cleaned  # noqa: PLC0415  (as above)

        return Cleaned
    raise AttributeError(f"module 'cleanweb' has no attribute {name!r}")
