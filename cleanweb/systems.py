"""The presets: a name sets all four stages and some of their parameters; each can still be overridden by its flag."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cleanweb.errors import UsageError
from cleanweb.stage import StageNames
from cleanweb.wording import nearest

if TYPE_CHECKING:
    from cleanweb.pipeline import Pipeline

# The list in jusText's doc/algorithm.rst, plus `body`, which the program (jusText 3.0.2, PARAGRAPH_TAGS) adds.
JUSTEXT_BLOCK_TAGS = (
    "body,blockquote,caption,center,col,colgroup,dd,div,dl,dt,fieldset,form,h1,h2,h3,h4,h5,h6,legend,li,optgroup,"
    "option,p,pre,table,td,textarea,tfoot,th,thead,tr,ul"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A preset. `parameters` has strings as on the command line: `{"blocks.br": "double"}`."""

    normalize: str = "plain"
    segment: str = "blocks"
    classify: tuple[str, ...] = ("keep-all",)
    linearize: str = "cleaneval"
    parameters: Mapping[str, str] = field(default_factory=dict)


DEFAULT_SYSTEM = "cleanweb"

SYSTEMS: Mapping[str, System] = {
    "cleanweb": System(
        normalize="full",
        classify=("learned",),
        parameters={
            "blocks.br": "every",
            "blocks.seams": "apart",
            "blocks.icons": "drop",
            "blocks.ruby": "drop",
            "blocks.preformatted": "paragraphs",
            "blocks.without_text": "head",
        },
    ),
    "justext": System(classify=("justext",), parameters={"blocks.block_tags": JUSTEXT_BLOCK_TAGS}),
    "kimatu": System(segment="style-blocks", classify=("kimatu",)),
    "kitten": System(
        normalize="kitten",
        classify=("kitten",),
        linearize="kitten",
        parameters={"blocks.br": "every", "blocks.noted_tags": "abbr,acronym"},
    ),
    "ice-bl": System(parameters={"keep-all.kinds": "p"}),
    "ice-hr": System(segment="text-lines", classify=("ice-heuristic",)),
    "ice-elaborate": System(segment="leaves", classify=("ice-elaborate",), parameters={"leaves.br": "double"}),
    "ice-lm": System(segment="leaves", classify=("ice-lm",)),
    "ice-dt": System(classify=("ice-tree",)),
    "ice-dt-lm": System(
        classify=("ice-tree",),
        parameters={"ice-tree.model": "ice_tree_divergence"},
    ),
    "ice-ga": System(
        segment="source-matches",
        classify=("marks", "keep-all"),
        linearize="plain",
        parameters={"marks.drop": "uncaptured"},
    ),
    "density": System(segment="source-lines", classify=("density", "charlm"), linearize="plain"),
}


def system_named(name: str | None) -> System:
    """The preset of this name; the default one for None. Raises UsageError when there is none."""
    name = DEFAULT_SYSTEM if name is None else name
    if name not in SYSTEMS:
        raise UsageError(f"unknown system {name!r}; {nearest(name, sorted(SYSTEMS))}")
    return SYSTEMS[name]


def chosen_stages(
    system: str | None,
    *,
    normalize: str | None = None,
    segment: str | None = None,
    classify: str | Sequence[str] | None = None,
    linearize: str | None = None,
    by_sites: bool = False,
) -> StageNames:
    """The names of the stages: those of the system, unless others are given; `by_sites` appends the classifier `sites`
    if it is not among them.

    Raises UsageError for an unknown system.
    """
    preset = system_named(system)
    classifiers = (classify,) if isinstance(classify, str) else tuple(classify or ())
    judging = classifiers or preset.classify
    return {
        "normalize": (preset.normalize if normalize is None else normalize,),
        "segment": (preset.segment if segment is None else segment,),
        "classify": judging + (("sites",) if by_sites and "sites" not in judging else ()),
        "linearize": (preset.linearize if linearize is None else linearize,),
    }


def describe(pipeline: Pipeline) -> dict[str, Any]:
    """The pipeline as plain values, for the journal."""
    return {
        "parser": pipeline.parser,
        "normalize": repr(pipeline.normalize),
        "segment": repr(pipeline.segment),
        "classify": [repr(stage) for stage in pipeline.classify],
        "linearize": repr(pipeline.linearize),
    }
