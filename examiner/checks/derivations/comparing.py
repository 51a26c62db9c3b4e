"""Comparison of a derivation's lines in worlds. A world chooses a value for each symbol.

Facts are false in some worlds. The worlds in which a step breaks show which facts it uses.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np


@dataclass(frozen=True, eq=False)
class World:
    """A world: a value or function for each symbol of a derivation.

    Attributes:
        symbols: Symbol -> its value or function.
        note: The name of this world, for students.
        false: The facts that are false here. Write "fact/2" for the second reading of a fact.
        true: The symbols of the same world with these facts true, if lines use absolute values.

    Example:
        >>> World({"c": 2.0, "x": 3.0}, "c = 2", false=frozenset({"unit"})).note
        'c = 2'
    """

    symbols: dict
    note: str
    false: frozenset = frozenset()
    true: dict | None = None


def holds(
    left: np.ndarray | None,
    relation: str,
    right: np.ndarray | None,
    rtol: float = 1e-7,
    atol: float = 1e-9,
) -> bool:
    """Check whether a relation holds between all numbers of two values.

    A strict relation must hold by more than the tolerance.

    Args:
        left: A number or an array; None if it has no value.
        relation: One of = < <= > >=.
        right: Another one, of the same shape.
        rtol: Relative tolerance.
        atol: Absolute tolerance.
    """
    if left is None or right is None or left.shape != right.shape:
        return False
    equal = abs(left - right) <= atol + rtol * abs(right)
    if relation == "=":
        return bool(equal.all())
    order = left < right if relation in ("<", "<=") else left > right
    return bool((order & ~equal if relation in ("<", ">") else order | equal).all())


def explanations(broken: list[frozenset], facts: list[str]) -> list[frozenset]:
    """Find the sets of facts that a step may use.

    A step uses a set of facts if it breaks only in worlds in which one of them is false. The set
    must be minimal: without any of its facts, that is no longer true.

    Args:
        broken: For each world in which the step breaks, the facts that are false there.
        facts: The names of all facts, in the order of the problem.

    Returns:
        The sets, the smallest first; none if the step breaks in a world with all facts true.
    """
    marks = sorted({mark for false in broken for mark in false})
    marks.sort(key=lambda mark: facts.index(fact_of(mark)))
    found: list[frozenset] = []
    for size in range(len(marks) + 1):
        for some in map(frozenset, combinations(marks, size)):
            readings_agree = len({fact_of(mark) for mark in some}) == size
            if readings_agree and all(some & false for false in broken):
                found += [] if any(smaller < some for smaller in found) else [some]
    return list(dict.fromkeys(frozenset(map(fact_of, some)) for some in found))


def fact_of(mark: str) -> str:
    """Return the fact of a mark: "unit" for "unit", and for "unit/2", its second reading."""
    return mark.partition("/")[0]


def describe_difference(
    old: np.ndarray | None, new: np.ndarray | None, above: str, here: str
) -> str:
    """Describe the largest difference between the values of two lines.

    Args:
        old: The value of the first line; None if it has none.
        new: The value of the second line; None if it has none.
        above: The name of the first line.
        here: The name of the second line.
    """
    if old is None or new is None:
        return f"{here if new is None else above} has no value"
    if old.shape != new.shape:
        shapes = [" × ".join(map(str, value.shape)) or "a number" for value in (old, new)]
        return f"{above} is {shapes[0]} and {here} is {shapes[1]}"
    worst = np.unravel_index(np.argmax(np.abs(old - new)), old.shape)
    entry = f"entry ({worst[0] + 1}, {worst[1] + 1}) of " if old.ndim else ""
    shown = [f"{round(float(value), 9) + 0.0:.4g}" for value in (old[worst], new[worst])]
    if shown[0] == shown[1]:
        shown = [repr(float(value)) for value in (old[worst], new[worst])]
    return f"{entry}{above} is {shown[0]} and {entry}{here} is {shown[1]}"
