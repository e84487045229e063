"""The genetic search for an expression: DEAP's typed trees, tournaments, crossover and mutation; seeded, resumable.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure" (ICE), section 3.5: custom
initialization, crossover and mutation, so that each individual is a valid expression.

Differs from the paper: any tree of our nodes is a valid expression, so DEAP's own operators suffice and those written
for AI::Genetic are not needed; in addition, each individual must capture something.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from cleanweb.errors import DataError
from cleanweb.models.model_file import read_json, write
from cleanweb.models.regex_evolution import LITERALS, MAX_LITERALS, Tree, literal_count, read_tree

FORMAT: Final = "cleanweb state of a search"
VERSION: Final = 1
MAX_HEIGHT: Final = 12  # of a tree; ours
ATTEMPTS: Final = 10  # to make a child that is not yet in the generation

Fitness = Callable[[Tree], float]


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the search; numbers that the paper does not give are ours, common ones in the field."""

    population: int = 100
    seed: int = 1
    tournament: int = 5  # individuals drawn, the best of which becomes a parent
    elite: int = 2  # best individuals that survive unchanged
    crossover: float = 0.6  # share of the children with two parents
    mutation: float = 0.3  # share of the children that are changed at random


@dataclass(frozen=True, slots=True)
class Individual:
    """A candidate and its fitness."""

    tree: Tree
    fitness: float


@dataclass(slots=True)
class Search:
    """A search in progress: generation, population (best first), and the state of the random number generator."""

    settings: Settings
    fitness: Fitness
    generation: int
    population: list[Individual]
    random_state: Any
    known: dict[Tree, float] = field(default_factory=dict)  # fitness of all trees seen, since many recur

    @property
    def best(self) -> Individual:
        """The fittest so far."""
        return self.population[0]

    def run(self, last_generation: int) -> Iterator[Individual]:
        """Yield the best individual of each generation up to the last."""
        tools = _Toolbox(self.settings)
        while self.generation < last_generation:
            random.setstate(self.random_state)
            children = tools.children([individual.tree for individual in self.population], self.fitnesses)
            self.random_state = random.getstate()
            elite = self.population[: self.settings.elite]
            self.population = _ranked([*elite, *(self.judged(tree) for tree in children)])
            self.generation += 1
            yield self.best

    def judged(self, tree: Tree) -> Individual:
        """The tree with its fitness."""
        if tree not in self.known:
            self.known[tree] = self.fitness(tree)
        return Individual(tree, self.known[tree])

    @property
    def fitnesses(self) -> list[float]:
        """The fitness of each individual, in the population's order."""
        return [individual.fitness for individual in self.population]

    def save(self, path: Path, about: str) -> None:
        """Write all that is needed to resume; `about` identifies the search, so that no other one is resumed."""
        record = {
            "format": FORMAT,
            "version": VERSION,
            "about": about,
            "settings": asdict(self.settings),
            "generation": self.generation,
            "population": [[individual.fitness, individual.tree] for individual in self.population],
            "random_state": self.random_state,
        }
        write(path, json.dumps(record))


def begin(settings: Settings, fitness: Fitness) -> Search:
    """A search with its first, random generation."""
    random.seed(settings.seed)
    trees = _Toolbox(settings).population(settings.population)
    search = Search(settings, fitness, 0, [], random.getstate())
    search.population = _ranked([search.judged(tree) for tree in trees])
    return search


def resume(path: Path, settings: Settings, fitness: Fitness, about: str) -> Search:
    """The search saved in this file. Raises DataError when the file is damaged or belongs to another search."""
    record = read_json(path, FORMAT, VERSION)
    try:
        before = (record["about"], record["settings"])
        version, state, gauss = record["random_state"]
        population = [Individual(read_tree(tree, str(path)), float(value)) for value, tree in record["population"]]
        generation = int(record["generation"])
        if not population:
            raise ValueError("no individuals")
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise DataError(f"{path}: the state of the search is damaged: {type(error).__name__} {error}") from None
    if before != (about, asdict(settings)):
        raise DataError(f"{path}: holds a search with other data or settings; remove it to start again")
    return Search(settings, fitness, generation, population, (version, tuple(state), gauss))


def simplified(individual: Individual, fitness: Fitness) -> Individual:
    """The individual without parts that do nothing: a node is replaced by one of its parts while no points are lost.

    Evolution leaves such parts behind: groups of one part, alternatives that never match.
    """
    for smaller in _smaller(individual.tree):
        if "capture" in _names(smaller) and (points := fitness(smaller)) >= individual.fitness:
            return simplified(Individual(smaller, points), fitness)
    return individual


def _smaller(tree: Tree) -> Iterator[Tree]:
    """All trees with one node replaced by one of its parts, from the root down."""
    if isinstance(tree, str):
        return
    yield from tree[1:]
    for place, part in enumerate(tree[1:], 1):
        yield from ((*tree[:place], other, *tree[place + 1 :]) for other in _smaller(part))


def _ranked(population: Sequence[Individual]) -> list[Individual]:
    """Best first; of equals, those with fewer literals first."""
    return sorted(population, key=lambda individual: (-individual.fitness, literal_count(individual.tree)))


class _Toolbox:
    """DEAP's operators on our trees. Like DEAP, it draws all random numbers from the module `random`."""

    def __init__(self, settings: Settings) -> None:
        from deap import gp

        self.gp = gp
        self.settings = settings
        self.nodes = gp.PrimitiveSetTyped("expression", [], str)
        for operation, part_count in (("capture", 1), ("group", 1), ("or", 2), ("then", 2)):
            self.nodes.addPrimitive(_never_called, [str] * part_count, str, name=operation)
        for name in LITERALS:
            self.nodes.addTerminal(name, str, name=name)

    def population(self, count: int) -> list[Tree]:
        """Random trees of two to four levels, each with something to capture."""
        return [_capturing(_tree(self.gp.genHalfAndHalf(self.nodes, min_=1, max_=4))) for _ in range(count)]

    def children(self, parents: Sequence[Tree], fitnesses: Sequence[float]) -> list[Tree]:
        """The next generation without the elite, as far as possible without duplicates."""
        seen = set(parents[: self.settings.elite])
        found: list[Tree] = []
        for _ in range(len(parents) - self.settings.elite):
            for _ in range(ATTEMPTS):
                child = self.child(parents, fitnesses)
                if child not in seen:
                    break
            seen.add(child)
            found.append(child)
        return found

    def child(self, parents: Sequence[Tree], fitnesses: Sequence[float]) -> Tree:
        """A child of one or two tournament winners; if it grew too large, the first winner unchanged."""
        first = self.chosen(parents, fitnesses)
        made = self.individual(first)
        chance = random.random()
        if chance < self.settings.crossover:
            made, _ = self.gp.cxOnePoint(made, self.individual(self.chosen(parents, fitnesses)))
        elif chance < self.settings.crossover + self.settings.mutation:
            made = self.mutated(made)
        tree = _tree(made)
        return _capturing(tree) if made.height <= MAX_HEIGHT and literal_count(tree) <= MAX_LITERALS else first

    def chosen(self, parents: Sequence[Tree], fitnesses: Sequence[float]) -> Tree:
        """The fittest of a few drawn at random; of equals the one drawn first, so that neutral variants survive."""
        drawn = [random.randrange(len(parents)) for _ in range(self.settings.tournament)]
        return parents[max(drawn, key=fitnesses.__getitem__)]

    def mutated(self, individual: Any) -> Any:
        """Replace a part by a random one, a node by its like, or a part by one of its own; or prepend a random part.

        The last lets `capture all text` become `pass over links, else capture all text`.
        """
        gp = self.gp
        kind = random.randrange(4)
        if kind == 0:
            return gp.mutUniform(individual, expr=self.random_part, pset=self.nodes)[0]
        if kind == 1:
            return gp.mutNodeReplacement(individual, pset=self.nodes)[0]
        if kind == 2:
            return gp.mutShrink(individual)[0]
        operation = self.nodes.mapping[random.choice(["or", "then"])]
        return gp.PrimitiveTree([operation, *self.random_part(), *individual])

    def random_part(self, pset: Any = None, type_: Any = None) -> Any:
        """Nodes of a random tree of up to three levels; the signature is DEAP's."""
        return self.gp.genHalfAndHalf(pset or self.nodes, 0, 2, type_)

    def individual(self, tree: Tree) -> Any:
        """A tree in DEAP's form: its nodes in prefix order."""
        return self.gp.PrimitiveTree([self.nodes.mapping[name] for name in _names(tree)])


def _never_called(*_: str) -> str:
    raise AssertionError("trees are written as expressions, not called")


def _capturing(tree: Tree) -> Tree:
    """The tree itself if it captures something, else one that captures all of it."""
    return tree if "capture" in _names(tree) else ("capture", tree)


def _names(tree: Tree) -> list[str]:
    return [tree] if isinstance(tree, str) else [tree[0], *(name for part in tree[1:] for name in _names(part))]


def _tree(nodes: Sequence[Any]) -> Tree:
    """DEAP's list of nodes in our form."""
    remaining = iter(nodes)

    def read() -> Tree:
        node = next(remaining)
        return (node.name, *(read() for _ in range(node.arity))) if node.arity else str(node.value)

    return read()
