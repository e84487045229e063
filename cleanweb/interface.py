"""`cleanweb.clean` and `cleanweb.cleaner`: the only way to make a cleaner, from Python and from the command line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from os import PathLike
from typing import Any

from cleanweb.errors import UsageError
from cleanweb.files import forget_changed
from cleanweb.parse import parser_named
from cleanweb.pipeline import Cleaned, Pipeline
from cleanweb.stage import ROLES, Classifier, Role, Segmenter, StageNames, Value, build, names
from cleanweb.stage import parameters as parameters_of
from cleanweb.systems import SYSTEMS, chosen_stages, system_named
from cleanweb.wording import nearest

__all__ = ["Cleaned", "Pipeline", "clean", "cleaner"]

KEPT_CLEANERS = 32  # ours: more than a program is likely to alternate between


def clean(
    html: bytes | str,
    system: str | None = None,
    *,
    normalize: str | None = None,
    segment: str | None = None,
    classify: str | Sequence[str] | None = None,
    linearize: str | None = None,
    parser: str = "lexbor",
    sites: str | PathLike[str] | None = None,
    parameters: Mapping[str, Value] | None = None,
    **by_name: Value,
) -> Cleaned:
    """Clean one page: its text, its blocks, and a verdict on each with the reason.

    `html` as bytes is decoded by the evidence in it; a `str` is used as it is. All other arguments are those of
    `cleaner`; the cleaner is kept for the next page with the same arguments.

    Raises UsageError like `cleaner`, Refused when a stage skips the page on purpose.

    >>> clean("<title>Tea</title><p>Boil the water.", "ice-bl").text
    '<p>Boil the water.\\n'
    """
    forget_changed()
    stages = {"normalize": normalize, "segment": segment, "classify": classify, "linearize": linearize}
    asked: dict[str, Any] = {"system": system, **stages, "parser": parser, "sites": sites}
    given = {**by_name, **(parameters or {})}
    try:
        pipeline = _kept(_as_key(asked), _as_key(given))
    except TypeError:  # a set or an array is not hashable; nor can it be a parameter, as `cleaner` will tell
        pipeline = cleaner(**asked, parameters=given)
    return pipeline(html)


Key = tuple[tuple[str, type, Any], ...]


def _as_key(given: Mapping[str, Any]) -> Key:
    """These values as a cache key, with their types, since 1 and True would be the same key."""
    return tuple(
        (name, type(value), tuple(value) if isinstance(value, list) else value) for name, value in given.items()
    )


@lru_cache(maxsize=KEPT_CLEANERS)
def _kept(asked: Key, values: Key) -> Pipeline:
    arguments = {name: value for name, _, value in asked}
    return cleaner(**arguments, parameters={name: value for name, _, value in values})


def cleaner(
    system: str | None = None,
    *,
    normalize: str | None = None,
    segment: str | None = None,
    classify: str | Sequence[str] | None = None,
    linearize: str | None = None,
    parser: str = "lexbor",
    sites: str | PathLike[str] | None = None,
    parameters: Mapping[str, Value] | None = None,
    **by_name: Value,
) -> Pipeline:
    """Make a cleaner for many pages: called with a page, as bytes or `str`, it returns the same as `clean`.

    `system` is a preset listed by `cleanweb stages`, by default the default one. `normalize`, `segment`, `classify`
    (one stage, or several of which each sees what the one before kept) and `linearize` replace its stages; `parser` is
    "lexbor" or the slow reference, "html5lib". `sites` is a file made by `cleanweb sites build`: blocks that repeat on
    their site are dropped (`page="a/b.html"` says which page it is).

    Parameters of the stages are passed by name (`max_link_density=0.1`) to every stage that has one of that name;
    `parameters={"justext.max_link_density": 0.1}` names the stage.

    A cleaner is a plain value: it can be compared, printed and sent to other processes. Models, stop lists and counts
    are read once per process, and again when a cleaner is made after their files have changed.

    Raises UsageError for an unknown system, stage, parser or parameter, for a value of the wrong type, for a parameter
    of a stage that is not among the chosen ones, and for a classifier that needs another segmenter or a file.

    >>> steep = cleaner("ice-bl", block_tags=("p", "div"))
    >>> steep("<p>Boil the water.<div>Wait.</div>").text
    '<p>Boil the water.\\n<p>Wait.\\n'
    """
    forget_changed()
    chosen = chosen_stages(
        system, normalize=normalize, segment=segment, classify=classify, linearize=linearize, by_sites=sites is not None
    )
    by_sites = {"sites.file": sites} if sites is not None else {}
    values = _by_stage(chosen, system_named(system).parameters, {**by_name, **by_sites, **(parameters or {})})
    made = {role: [build(role, name, values[role, name]) for name in chosen[role]] for role in ROLES}
    for name, classifier in zip(chosen["classify"], made["classify"], strict=True):
        _check(name, classifier, chosen["segment"][0], made["segment"][0])
    return Pipeline(
        normalize=made["normalize"][0],
        segment=made["segment"][0],
        classify=tuple(made["classify"]),
        linearize=made["linearize"][0],
        parser=parser_named(parser),
    )


def _check(name: str, classifier: Classifier, segmenter_name: str, segmenter: Segmenter) -> None:
    """Raises UsageError for a classifier that cannot judge such blocks, or lacks a file that it needs."""
    wanted = getattr(classifier, "segmenter", "") or segmenter_name
    if wanted != segmenter_name:
        raise UsageError(f"classifier {name}: cannot judge blocks of {segmenter_name}; use --segment {wanted}")
    if check := getattr(classifier, "check", None):
        check(segmenter)


def _by_stage(
    chosen: StageNames, preset: Mapping[str, Value], given: Mapping[str, Value]
) -> dict[tuple[Role, str], dict[str, Value]]:
    """Parameters by stage; those of the preset are only for its own stages, so some may find no stage."""
    values: dict[tuple[Role, str], dict[str, Value]] = {(role, name): {} for role in ROLES for name in chosen[role]}
    for must_exist, pairs in ((False, preset), (True, given)):
        for key, value in pairs.items():
            takers = list(_takers(chosen, key))
            if must_exist and not takers:
                raise UsageError(_nobody_takes(chosen, key))
            for role, stage, parameter in takers:
                values[role, stage][parameter] = value
    return values


def _takers(chosen: StageNames, key: str) -> Iterator[tuple[Role, str, str]]:
    """The stages that a parameter is for, as (role, stage, parameter).

    A bare name is for all stages that have it. Two stages of different roles may share a name (kitten): `stage.name` is
    for the one that has the parameter; if none has, for both, so that they report it.
    """
    stage, _, parameter = key.rpartition(".")
    mine = [(role, name) for role in ROLES for name in chosen[role] if stage in ("", name)]
    having = [
        (role, name) for role, name in mine if any(known.name == parameter for known in parameters_of(role, name))
    ]
    return ((role, name, parameter) for role, name in having or (mine if stage else ()))


def _nobody_takes(chosen: StageNames, key: str) -> str:
    stage, _, _ = key.rpartition(".")
    in_use = ", ".join(name for role in ROLES for name in chosen[role])
    if not stage:
        known = sorted({known.name for role in ROLES for name in chosen[role] for known in parameters_of(role, name)})
        return f"no stage of this pipeline ({in_use}) has a parameter {key!r}; {nearest(key, known)}"
    if any(stage in names(role) for role in ROLES):
        systems = [name for name in SYSTEMS if any(stage in found for found in chosen_stages(name).values())]
        elsewhere = f"; it is in the system {' or '.join(systems)}" if systems else ""
        return f"{key}: stage {stage!r} is not in this pipeline ({in_use}){elsewhere}"
    return f"{key}: expected STAGE.NAME with a stage of this pipeline: {in_use}"
