"""Arguments that a wrong answer takes for each other: two of them, or two roles.

A role is what argument names share at their end: that of `omega_k` and `beta_k` is k. Whoever takes
keys for values exchanges the matrices and the biases of both.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from .cases import Case, Definition
from .guess import Guess
from .slips import Values

MAX_EXCHANGES = 12  # that are tried: each is worked out by the definition, in every case


def exchanges(
    definition: Definition, cases: Sequence[Case], names: Sequence[str]
) -> Iterator[Guess]:
    """What the definition gives with arguments exchanged, of which no case could tell by its shapes
    that they are.

    names: of the arguments.
    """
    possible = itertools.chain(_of_two(names), _of_roles(names))
    fitting = ((label, order) for label, order in possible if all(_fits(c, order) for c in cases))
    for label, order in itertools.islice(fitting, MAX_EXCHANGES):
        wrong = _with_arguments(definition, order)
        yield Guess(label, Values(cases, wrong).at, definition=wrong, everywhere=True)


def _of_two(names: Sequence[str]) -> Iterator[tuple[str, list[int]]]:
    for i, k in itertools.combinations(range(len(names)), 2):
        yield f"{names[i]} and {names[k]} have changed places", _order(names, {i: k, k: i})


def _of_roles(names: Sequence[str]) -> Iterator[tuple[str, list[int]]]:
    """Two or three roles of several arguments each, in another order."""
    places: dict[str, dict[str, int]] = {}
    for place, name in enumerate(names):
        stem, line, role = name.rpartition("_")
        if line:
            places.setdefault(role, {})[stem] = place
    for number in (2, 3):
        for roles in itertools.combinations(places, number):
            stems = set.intersection(*(set(places[role]) for role in roles))
            if len(stems) < 2:
                continue
            for others in itertools.permutations(roles):
                if any(role == other for role, other in zip(roles, others, strict=True)):
                    continue
                pairs = zip(roles, others, strict=True)
                moved = {places[a][stem]: places[b][stem] for a, b in pairs for stem in stems}
                listed = f"{', '.join(roles[:-1])} and {roles[-1]}"
                where = " and ".join(sorted(stems, reverse=True))
                yield f"{listed} have changed places, in {where}", _order(names, moved)


def _order(names: Sequence[str], moved: dict[int, int]) -> list[int]:
    return [moved.get(place, place) for place in range(len(names))]


def _fits(case: Case, order: Sequence[int]) -> bool:
    """Whether those that change places are arrays of one shape, or numbers."""
    given = case.arguments
    pairs = [(i, k) for i, k in enumerate(order) if i != k]
    return all(
        max(i, k) < len(given)
        and isinstance(given[i], (np.ndarray, np.number, int, float))
        and type(given[i]) is type(given[k])
        and np.shape(given[i]) == np.shape(given[k])
        for i, k in pairs
    )


def _with_arguments(definition: Definition, order: Sequence[int]) -> Callable[..., Any]:
    def exchanged(*arguments: Any, **keywords: Any) -> Any:
        taken = [arguments[place] for place in order if place < len(arguments)]
        return definition(*taken, *arguments[len(order) :], **keywords)

    return exchanged
