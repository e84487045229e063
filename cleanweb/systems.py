"""The presets: a name sets all four stages and some of their parameters; every flag can still override its part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from cleanweb.errors import UsageError
from cleanweb.parse import PARSERS, ParserName
from cleanweb.pipeline import Pipeline
from cleanweb.stage import ROLES, Role, build, names
from cleanweb.stage import parameters as parameters_of

# The document's list and `body`, which the published program (jusText 3.0.2, PARAGRAPH_TAGS) adds.
JUSTEXT_BLOCK_TAGS = (
    "body,blockquote,caption,center,col,colgroup,dd,div,dl,dt,fieldset,form,h1,h2,h3,h4,h5,h6,legend,li,optgroup,"
    "option,p,pre,table,td,textarea,tfoot,th,thead,tr,ul"
)

# ICE, section 3.1; text outside of them is in blocks of its own ("plain text").
ICE_BLOCK_TAGS = "p,div,li,h1,h2,h3,h4,h5,h6"


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A preset. `parameters` holds texts as on the command line: `{"blocks.br": "double"}`."""

    normalize: str = "plain"
    segment: str = "blocks"
    classify: tuple[str, ...] = ("keep-all",)
    linearize: str = "cleaneval"
    parameters: Mapping[str, str] = field(default_factory=dict)


DEFAULT_SYSTEM = "cleanweb"

SYSTEMS: Mapping[str, System] = {
    "cleanweb": System(normalize="full", classify=("learned",), parameters={"blocks.br": "every"}),
    "justext": System(classify=("justext",), parameters={"blocks.block_tags": JUSTEXT_BLOCK_TAGS}),
    "kimatu": System(segment="style-blocks", classify=("kimatu",)),
    "kitten": System(
        normalize="kitten",
        classify=("kitten",),
        linearize="kitten",
        parameters={"blocks.br": "every", "blocks.noted_tags": "abbr,acronym"},
    ),
    "ice-bl": System(parameters={"blocks.block_tags": ICE_BLOCK_TAGS, "keep-all.kinds": "p"}),
    "ice-hr": System(segment="text-lines", classify=("ice-heuristic",)),
    "ice-elaborate": System(segment="leaves", classify=("ice-elaborate",), parameters={"leaves.br": "double"}),
    "ice-lm": System(segment="leaves", classify=("ice-lm",)),
    "ice-dt": System(classify=("ice-tree",), parameters={"blocks.block_tags": ICE_BLOCK_TAGS}),
    "ice-dt-lm": System(
        classify=("ice-tree",),
        parameters={"blocks.block_tags": ICE_BLOCK_TAGS, "ice-tree.model": "ice_tree_divergence"},
    ),
    "ice-ga": System(
        segment="source-matches",
        classify=("marks", "keep-all"),
        linearize="plain",
        parameters={"marks.drop": "uncaptured"},
    ),
    "density": System(segment="source-lines", classify=("density", "charlm"), linearize="plain"),
}


def pipeline(
    system: str = DEFAULT_SYSTEM,
    *,
    normalize: str | None = None,
    segment: str | None = None,
    classify: Sequence[str] = (),
    linearize: str | None = None,
    parser: ParserName = "lexbor",
    parameters: Iterable[tuple[str, str]] = (),
) -> Pipeline:
    """The pipeline of a system, with these stages and parameters instead of its own where given.

    `parameters` are ("stage.parameter", "value as text"). Raises UsageError for an unknown system, stage, parameter or
    parser, for a value of the wrong type, and for a parameter of a stage that is not in the pipeline.
    """
    if system not in SYSTEMS:
        near = get_close_matches(system, SYSTEMS, n=3) or sorted(SYSTEMS)
        raise UsageError(f"unknown system {system!r}; expected one of: {', '.join(near)}")
    if parser not in PARSERS:
        raise UsageError(f"unknown parser {parser!r}; expected one of: {', '.join(PARSERS)}")
    preset = SYSTEMS[system]
    chosen: dict[Role, tuple[str, ...]] = {
        "normalize": (normalize or preset.normalize,),
        "segment": (segment or preset.segment,),
        "classify": tuple(classify) or preset.classify,
        "linearize": (linearize or preset.linearize,),
    }
    values = _by_stage(chosen, preset.parameters.items(), parameters)
    made = {role: [build(role, name, values[role, name]) for name in chosen[role]] for role in ROLES}
    return Pipeline(
        normalize=made["normalize"][0],
        segment=made["segment"][0],
        classify=tuple(made["classify"]),
        classify_names=chosen["classify"],
        linearize=made["linearize"][0],
        parser=parser,
    )


def _by_stage(
    chosen: Mapping[Role, tuple[str, ...]],
    preset: Iterable[tuple[str, str]],
    given: Iterable[tuple[str, str]],
) -> dict[tuple[Role, str], dict[str, str]]:
    """Parameters sorted to their stages; the preset's are for the preset's stages only, so they may find none."""
    values: dict[tuple[Role, str], dict[str, str]] = {(role, name): {} for role in chosen for name in chosen[role]}
    for must_exist, pairs in ((False, preset), (True, given)):
        for key, value in pairs:
            stage, _, parameter = key.rpartition(".")
            roles: list[Role] = [role for role in ROLES if stage in chosen[role]]
            roles = [role for role in roles if _has_parameter(role, stage, parameter)] or roles
            if must_exist and not roles:
                raise UsageError(_no_such_stage(key, stage, chosen))
            for role in roles:
                values[role, stage][parameter] = value
    return values


def _has_parameter(role: Role, stage: str, parameter: str) -> bool:
    """Two stages of different roles may share a name (kitten): a parameter goes to the one that has it."""
    return any(known.name == parameter for known in parameters_of(role, stage))


def _no_such_stage(key: str, stage: str, chosen: Mapping[Role, tuple[str, ...]]) -> str:
    in_use = ", ".join(name for role in ROLES for name in chosen[role])
    if any(stage in names(role) for role in ROLES):
        return f"-p {key}: stage {stage!r} is not in this pipeline ({in_use})"
    return f"-p {key}: expected stage.parameter=value with a stage of this pipeline: {in_use}"


def describe(pipeline: Pipeline) -> dict[str, Any]:
    """The pipeline as plain values, for the journal and for `--show-config`."""
    return {
        "parser": pipeline.parser,
        "normalize": repr(pipeline.normalize),
        "segment": repr(pipeline.segment),
        "classify": [repr(stage) for stage in pipeline.classify],
        "linearize": repr(pipeline.linearize),
    }
