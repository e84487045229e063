"""The options that choose stages and set their parameters, for every command that cleans pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

import cleanweb
from cleanweb.cli import tell
from cleanweb.cli.config import FILE, stages_of_file
from cleanweb.cli.values import OWN_FLAG, Options, is_given, is_of_file
from cleanweb.errors import UsageError
from cleanweb.parse import PARSERS
from cleanweb.stage import ROLES, Parameter, Role, StageNames, Value, load, names, parameters, settings_of

if TYPE_CHECKING:
    from cleanweb import Pipeline

Shared = list[tuple[Role, Parameter]]  # the parameters that a convenience flag sets

# Options of linearizers about elements, which a segmenter that reads the source does not have.
_OF_TREE = ("--tables", "--lists")
_TREE_READERS = "a segmenter that reads the page's tree"


def stage_options(
    command: Callable[..., Any], *, several_systems: bool = False, with_sites: bool = True
) -> Callable[..., Any]:
    """Add the options of a StageCommand; it gets their values by name, for `chosen_cleaner` or `chosen_cleaners`."""
    repeated = " May be repeated, to compare." if several_systems else ""
    # A run knows the names of its pages; single pages have no name below INPUT.
    of_page = " Give the page's name below INPUT there as -p sites.page=NAME." if several_systems else ""
    options = [
        click.option("--system", metavar="NAME", multiple=several_systems, shell_complete=systems_begun,
                     help=f"Use this preset of stages and parameters; `cleanweb stages` lists them.{repeated}"),
        click.option("--normalize", metavar="NAME", shell_complete=_stages("normalize"),
                     help="Stage that marks elements and repairs text."),
        click.option("--segment", metavar="NAME", shell_complete=_stages("segment"),
                     help="Stage that cuts the page into blocks."),
        click.option("--classify", metavar="NAME", multiple=True, shell_complete=_stages("classify"),
                     help="Stage that keeps or removes each block. May be repeated: each sees what the one before "
                          "kept."),
        click.option("--linearize", metavar="NAME", shell_complete=_stages("linearize"),
                     help="Stage that writes the kept blocks as text."),
        click.option("--parser", type=click.Choice(PARSERS), default="lexbor", show_default=True,
                     help="HTML parser; html5lib is the slow reference."),
        click.option("-p", "parameters", metavar="STAGE.NAME=VALUE", multiple=True, shell_complete=parameters_begun,
                     help="Set a parameter of a stage; `cleanweb stages STAGE` lists them. May be repeated."),
    ]  # fmt: skip # an option and its help: four lines each hide the list
    if with_sites:
        told = f"Drop blocks that repeat on their site, by the counts in FILE from `cleanweb sites build`.{of_page}"
        path = click.Path(exists=True, dir_okay=False)
        options.append(click.option("--sites", type=path, metavar="FILE", help=told))
    for option in reversed(options):
        command = option(command)
    return command


class StageCommand(click.Command):
    """A command with `stage_options`; the stages' own flags follow its options and are looked up when `params` is used.

    Listing the commands does not use it, so `cleanweb --help` and completion import no stages.
    """

    _params: list[click.Parameter]
    _has_flags: bool

    @property
    def params(self) -> list[click.Parameter]:
        """All options and arguments."""
        if not self._has_flags:
            self._params += map(_convenience, flags().values())
            self._has_flags = True
        return self._params

    @params.setter
    def params(self, own: list[click.Parameter]) -> None:
        self._params = own
        self._has_flags = False

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; its command line overrides options of `cleanweb.toml` that set the same in another way."""
        ctx.params |= _stages_by_line(ctx.params) | {"parameters": _parameters_by_line(ctx.params)}
        return super().invoke(ctx)


def _stages_by_line(options: Options) -> dict[str, Any]:
    """Unset, with a message, the stages that the file chooses one by one, if the command line names a system."""
    if not is_given("system"):
        return {}
    passed = [role for role in ROLES if is_of_file(role)]
    for role in passed if not options.get("quiet") else ():
        tell(f"{FILE}: ignored {role}: the command line has --system")
    return {role: () if isinstance(options[role], tuple) else None for role in passed}


def _parameters_by_line(options: Options) -> tuple[str, ...]:
    """The file's parameters that no flag on the command line sets, followed by those of the command line."""
    flagged = [shared for flag, shared in flags().items() if is_given(_option_of(flag))]
    set_by_flag = {f"{known.stage}.{known.name}" for shared in flagged for _, known in shared}
    beneath = [text for text in _parameters_of_file() if text.partition("=")[0] not in set_by_flag]
    return (*beneath, *(options["parameters"] if is_given("parameters") else ()))


def _parameters_of_file() -> tuple[str, ...]:
    """The parameters that `cleanweb.toml` sets, even if the command line also sets some."""
    return tuple(map(str, click.get_current_context().lookup_default("parameters") or ()))  # numbers cause errors later


Completer = Callable[[click.Context, click.Parameter, str], list[str]]


def systems_begun(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """The systems whose names begin with this."""
    from cleanweb.systems import SYSTEMS

    return [name for name in SYSTEMS if name.startswith(begun)]


def _stages(role: Role) -> Completer:
    return lambda _context, _parameter, begun: [name for name in names(role) if name.startswith(begun)]


def parameters_begun(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """The stages whose names begin with this, or the matching parameters if the stage is complete."""
    stage, dot, _ = begun.partition(".")
    if not dot:
        return [f"{name}." for role in ROLES for name in names(role) if name.startswith(begun)]
    known = [known for role in ROLES if stage in names(role) for known in parameters(role, stage)]
    return [key for known in known if (key := f"{stage}.{known.name}=").startswith(begun)]


def _stoplists(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Completions: languages and files."""
    from cleanweb.packaged_stoplists import available

    names = [name for name in ("auto", "none", *available()) if name.startswith(begun)]
    return [*map(CompletionItem, names), CompletionItem(begun, type="file")]


@cache
def flags() -> Mapping[str, Shared]:
    """Convenience flags and the parameters that each sets; several stages may share one (`-s`)."""
    found: dict[str, Shared] = {}
    for role in ROLES:
        for stage in names(role):
            for parameter in parameters(role, stage) if _mentions_flag(role, stage) else ():
                if parameter.flag:
                    found.setdefault(parameter.flag, []).append((role, parameter))
    return dict(sorted(found.items()))


@cache
def _mentions_flag(role: Role, stage: str) -> bool:
    """Whether the file of a stage, or of one that it imports, has a flag; most need not be imported for `--help`."""
    # The source also exists next to a compiled module.
    file = Path(__file__).parents[1] / role / f"{stage.replace('-', '_')}.py"
    source = file.read_text("utf-8") if file.exists() else ""
    bases = re.findall(rf"^from cleanweb\.{role}\.(\w+) import", source, re.M)
    return "flag=" in source or any(_mentions_flag(role, base) for base in bases)


def _convenience(shared: Shared) -> click.Option:
    _, parameter = shared[0]
    also = " ".join(f"[-p {known.stage}.{known.name}]" for _, known in shared)
    meaning = f"{parameter.meaning[:1].upper()}{parameter.meaning[1:]}. {also}"
    if parameter.type is bool:
        return click.Option([parameter.flag, _option_of(parameter.flag)], is_flag=True, default=None, help=meaning)
    kind = click.Choice(parameter.choices) if parameter.choices else click.STRING
    metavar = None if parameter.choices else parameter.name.upper()
    in_full = [] if parameter.flag.startswith("--") else [f"--{parameter.name}"]
    return click.Option(
        [parameter.flag, *in_full, _option_of(parameter.flag)],
        type=kind,
        metavar=metavar,
        help=meaning,
        shell_complete=_stoplists if parameter.name == "stoplist" else None,
    )


def _option_of(flag: str) -> str:
    """The Python name of a convenience flag, different from those of all the commands' own options."""
    return OWN_FLAG + flag.lstrip("-").replace("-", "_")


def chosen_cleaner(options: Options) -> Pipeline:
    """The cleaner that these options describe.

    Raises UsageError for unknown names, wrong values, and flags that no stage of the cleaner has; the message names the
    options from `cleanweb.toml`, since the user did not type them.
    """
    try:
        in_use = _stages_in_use(options)
        options = _with_takers(options, in_use)
        _check_parser(in_use)
        return _cleaner(options, in_use)
    except UsageError as error:
        if of_file := stages_of_file():
            raise UsageError(f"{error} ({FILE} has {of_file})") from error
        raise


def _cleaner(options: Options, in_use: StageNames) -> Pipeline:
    return cleanweb.cleaner(
        options["system"],
        **{role: options[role] for role in ROLES},
        parser=options["parser"],
        sites=options["sites"],
        parameters=dict([*_flag_parameters(options, in_use), *map(_pair, options["parameters"])]),
    )


def chosen_cleaners(options: Options) -> dict[str, Pipeline]:
    """The cleaners of one or more systems, by name, for single pages.

    With several systems, a parameter or flag goes to those that have its stage. Reports on stderr if `--sites` can drop
    nothing. Raises UsageError like `chosen_cleaner`, and for a parameter that no system takes.
    """
    cleaners = _of_systems(options)
    if options["sites"] and not any(map(_may_know_site, cleaners.values())):
        name = "-p sites.page=NAME gives its name below INPUT of `cleanweb sites build`"
        tell(f"--sites {options['sites']}: it has no counts for the site of the page; {name}")
    return cleaners


def _may_know_site(cleaner: Pipeline) -> bool:
    """Whether the cleaner's site counts may include the site of its page."""
    from cleanweb.classify.sites import Sites
    from cleanweb.site_table import open_table

    stages = [stage for stage in cleaner.classify if isinstance(stage, Sites)]
    return any(open_table(Path(stage.file)).may_know(stage.page) for stage in stages)


def _of_systems(options: Options) -> dict[str, Pipeline]:
    from cleanweb.systems import DEFAULT_SYSTEM

    systems = options["system"] or (DEFAULT_SYSTEM,)
    if len(systems) == 1:
        return {systems[0]: chosen_cleaner({**options, "system": systems[0]})}
    in_use = {system: _stages_in_use({**options, "system": system}) for system in systems}
    every: StageNames = {role: tuple(stage for stages in in_use.values() for stage in stages[role]) for role in ROLES}
    options = _with_takers(options, every)
    _check_takers(options, every)
    _check_parser(every)
    others, sites = _without_counts(options, systems) if options["sites"] else (), options["sites"]
    each = {system: {**options, "sites": None if system in others else sites} for system in systems}
    return {system: _one_of_several(one, system) for system, one in each.items()}


def _one_of_several(options: Options, system: str) -> Pipeline:
    options = {**options, "system": system}
    in_use = _stages_in_use(options)
    return _cleaner({**options, **_only_for(options, in_use)}, in_use)


def _without_counts(options: Options, systems: Sequence[str]) -> Sequence[str]:
    """The systems whose blocks are made differently from those in the counts of `--sites`; they are reported. Empty if
    all are: that is an error, raised elsewhere.
    """
    from cleanweb.site_table import open_table

    table = open_table(Path(options["sites"]))
    cleaners = {system: _one_of_several({**options, "sites": None}, system) for system in systems}
    others = [name for name, cleaner in cleaners.items() if table.differs_by(settings_of(cleaner.segment))]
    if len(others) == len(systems):
        return ()
    for name in others:
        tell(f"--sites {options['sites']}: {name} drops nothing, because it makes other blocks than those counted")
    return others


def _with_takers(options: Options, in_use: StageNames) -> Options:
    """The options without flags and parameters of `cleanweb.toml` for stages not in use, which are reported.

    The file is for many calls, some of which choose other stages; on the command line this is an error, raised
    elsewhere.
    """
    of_file = [flag for flag in flags() if options[_option_of(flag)] is not None and is_of_file(_option_of(flag))]
    idle = [flag for flag in of_file if not _takers(flags()[flag], in_use)]
    every = {stage for role in ROLES for stage in names(role)}
    others = every - {stage for stages in in_use.values() for stage in stages}
    kept = [*options["parameters"]]
    unused = [text for text in _parameters_of_file() if text in kept and text.partition(".")[0] in others]
    for text in unused:
        kept.remove(text)  # the first of equal ones; those of the command line come last
    told = [f"{flag.lstrip('-')}: no stage in use takes it, only {_stage_names(flags()[flag])}" for flag in idle]
    if is_of_file("parser") and not _read_tree(in_use):
        told.append(f"parser: no stage in use takes it, only {_TREE_READERS}")
    told += [f"p {text}: the stage is not in use" for text in unused]
    for what in told if not options.get("quiet") else ():
        tell(f"{FILE}: ignored {what}")
    return {**options, **dict.fromkeys(map(_option_of, idle)), "parameters": kept}


def _check_parser(in_use: StageNames) -> None:
    """Raises UsageError for a given parser if no segmenter reads its tree."""
    if is_given("parser") and not _read_tree(in_use):
        raise UsageError(f"--parser: no stage in use takes it, only {_TREE_READERS}")


def _read_tree(in_use: StageNames) -> bool:
    return any(load("segment", name).reads == "tree" for name in in_use["segment"])


def _check_takers(options: Options, in_use: StageNames) -> None:
    """Raises UsageError for a parameter or flag that no stage of any of the systems takes."""
    every = [stage for stages in in_use.values() for stage in stages]
    for text in options["parameters"]:
        key, _ = _pair(text)
        if key.rpartition(".")[0] not in every:
            raise UsageError(f"-p {text}: none of these systems has the stage, only {', '.join(sorted(set(every)))}")
    for flag, shared in flags().items():
        if options[_option_of(flag)] is not None and not _takers(shared, in_use):
            raise UsageError(f"{flag}: no stage of these systems takes it, only {_stage_names(shared)}")


def _only_for(options: Options, in_use: StageNames) -> dict[str, Any]:
    """Changes to the options for one of several systems: flags and parameters of stages that it lacks are unset."""
    mine = {stage for stages in in_use.values() for stage in stages}
    others = [flag for flag, shared in flags().items() if not _takers(shared, in_use)]
    kept = [text for text in options["parameters"] if _pair(text)[0].rpartition(".")[0] in mine]
    return {**dict.fromkeys(map(_option_of, others)), "parameters": kept}


def _takers(shared: Shared, in_use: StageNames) -> list[Parameter]:
    """A flag's parameters whose stage is in use and can apply them."""
    if _is_of_tree(shared) and not _read_tree(in_use):
        return []
    return [known for role, known in shared if known.stage in in_use[role]]


def _is_of_tree(shared: Shared) -> bool:
    return any(known.flag in _OF_TREE for _, known in shared)


def _stage_names(shared: Shared) -> str:
    found = ", ".join(sorted({known.stage for _, known in shared}))
    return found + (f", after {_TREE_READERS}" if _is_of_tree(shared) else "")


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    stage, _, name = key.rpartition(".")
    if not (equals and stage and name):
        raise UsageError(f"-p {text}: expected STAGE.NAME=VALUE, like learned.focus=page; `cleanweb stages` lists them")
    return key, value


def _flag_parameters(options: Options, in_use: StageNames) -> Iterator[tuple[str, Value]]:
    for flag, shared in flags().items():
        value = options[_option_of(flag)]
        if value is None:
            continue
        mine = _takers(shared, in_use)
        if not mine:
            raise UsageError(f"{flag}: no stage of this pipeline takes it, only {_stage_names(shared)}")
        for known in mine:
            yield f"{known.stage}.{known.name}", value != known.default if known.type is bool else value


def _stages_in_use(options: Options) -> StageNames:
    from cleanweb.systems import chosen_stages

    return chosen_stages(
        options["system"],
        **{role: options[role] for role in ROLES},
        by_sites=options["sites"] is not None,
    )
