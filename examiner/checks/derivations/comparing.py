"""The lines of a derivation, compared in worlds: choices of all symbols.

In some worlds facts are false. Which facts a step uses is seen from the worlds in which it breaks.
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
    """Whether it holds in each entry; a strict relation by more than the tolerance."""
    if left is None or right is None or left.shape != right.shape:
        return False
    equal = abs(left - right) <= atol + rtol * abs(right)
    if relation == "=":
        return bool(equal.all())
    order = left < right if relation in ("<", "<=") else left > right
    return bool((order & ~equal if relation in ("<", ">") else order | equal).all())


def explanations(broken: list[frozenset], facts: list[str]) -> list[frozenset]:
    """The sets of facts that a step may rest on, the smallest first.

    broken: what is false in each world in which the step breaks. The facts that the step rests on
    are true in none of these worlds together, and none of them can be left out. No set: the step
    breaks where every fact is true.
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
    """The fact that a mark of a world stands for."""
    return mark.partition("/")[0]


def describe_difference(
    old: np.ndarray | None, new: np.ndarray | None, above: str, here: str
) -> str:
    """Where the values of two lines differ most. above, here: what these are called."""
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
