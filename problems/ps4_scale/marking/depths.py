"""Depths of trees, their sizes, and the steps of a softmax and of a layer."""

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from examiner.checks import (
    Accepted,
    Arrays,
    Case,
    Custom,
    GradingContext,
    Growth,
    Misconception,
    Mutation,
    Reference,
    Verdict,
    ask,
    convention,
    misconception,
    remove,
    replace,
    returns,
)


def clog2(n: int) -> int:
    """Return the logarithm to base 2, rounded up."""
    return (n - 1).bit_length()


def doubled(rng: np.random.Generator, *sizes: int) -> tuple[int, ...]:
    """Double each size up to five times.

    This makes every tree deeper by the same number, and changes the size of no misconception.
    """
    return tuple(size << int(rng.integers(1, 6)) for size in sizes)


# Reference code: misconceptions are mutations of these functions.
def tree(n: int) -> int:
    """Return the depth of a tree that adds n terms."""
    return math.ceil(math.log2(n))


def dot_product(n: int) -> int:
    """Return the depth of a dot product by a tree."""
    return 1 + tree(n)


def serial_dot_product(n: int) -> int:
    """Return the depth of a dot product that is added serially."""
    return n


def softmax_depth(T: int, U: int) -> int:
    """Return the steps until Z is known."""
    scores = dot_product(U)
    return scores + 1 + tree(T)


def layer_depth(T: int, J: int, K: int, U: int) -> int:
    """Return the steps of a layer."""
    projections = dot_product(J)
    return projections + softmax_depth(T, U) + 2 + tree(T)


SERIAL = {"dot_product": serial_dot_product}
FLOOR = replace("math.ceil", "math.floor")

# Mutations of both depths of a question: a misconception in both costs points once.
# fmt: off
IN_DEPTHS = [
    misconception("floor-log2", FLOOR,
      "⌊log₂⌋, or rounding to the nearest number, is too little if the number of terms is no "
      "power of two: a tree needs ⌈log₂⌉"),
    misconception("one-step-missing", returns("_ - 1"),
      "one step is missing: the products before each sum take a step, and so does each "
      "operation between two sums"),
    misconception("not-rounded-up", remove("math.ceil"),
      "a logarithm is not a whole number of steps: round each up"),
    misconception("tree-too-many", returns("_ + tree(T)"),
      "you have one tree over the tokens too many: each sum over them is one tree, and copying "
      "takes no time"),
    convention("maximum-subtracted", returns("_ + 1 + tree(T)"),
      "you find and subtract the maximum; here this isn't done"),
]
# fmt: on


def effects_of(misconceptions: Sequence[Misconception]) -> dict[str, Sequence[Mutation]]:
    """Return key of a misconception -> its mutations."""
    return {each.key: each.effects for each in misconceptions}


def repeated(
    verdict: Verdict | None,
    right: Reference,
    effects: Mapping[str, Sequence[Mutation]],
    earlier: str = "depth by trees",
) -> Accepted:
    """Accept a depth that repeats the misconception of an earlier depth.

    Args:
        verdict: The verdict on the earlier depth; None if it isn't carried forward.
        right: The reference answer of this depth.
        effects: Key of a misconception in the earlier depth -> mutations of this depth.
        earlier: The name of the earlier depth in messages.
    """
    findings = verdict.findings if verdict else ()
    named = [error.key for found in findings for error in found.errors]
    mutations = next((effects[key] for key in named if key in effects), ())
    return {f"right, given your {earlier}": [right.mutant(each) for each in mutations]}


def off_alike(
    function: object, by_trees: Callable[..., int], serially: Callable[..., int]
) -> Callable[[Mapping[str, Case]], Accepted]:
    """Accept a serial depth with the same error as the student's depth by trees.

    Args:
        function: The student's depth by trees.
        by_trees: The right depth by trees.
        serially: The right serial depth.

    Returns:
        A function from the cases to the accepted depths.
    """

    def given(cases: Mapping[str, Case]) -> Accepted:
        asked = [case.arguments for case in cases.values()]
        outcomes = ask(function, asked, time_limit=2)
        own = {sizes: each.value for sizes, each in zip(asked, outcomes, strict=True)}

        def as_far_off(*sizes: int) -> int | None:
            off = own[sizes] - by_trees(*sizes)
            # With larger numbers, the tolerance would hide the depth of a serial sum.
            return serially(*sizes) + off if abs(off) < 10**6 else None

        return {"right, given the error in your depth by trees": as_far_off}

    return given


def apart(verdict: Verdict, function: str) -> Verdict:
    """Return the verdict on a second variant of a depth; its errors are not carried forward."""
    return dataclasses.replace(verdict.for_function(function), misconception_key="", mutant=None)


def growth_and_depths(
    names: Sequence[str],
    growth: Growth,
    by_trees: Arrays,
    serially: Arrays,
    follows: Callable[[Verdict], Accepted],
) -> Custom:
    """Build a question on a growth, a depth by trees, and a depth with serial dot products.

    Args:
        names: The names of the three functions.
        growth: The check of the growth.
        by_trees: The check of the depth by trees.
        serially: The check of the serial depth.
        follows: A function from the verdict on the depth by trees to the accepted serial depths.
    """
    time, trees, serial = names

    def judge(
        grading: GradingContext, growing: object, steps: object, serial_steps: object
    ) -> Verdict:
        of_growth, of_trees = grading.mark(growth, growing), grading.mark(by_trees, steps)
        alike = off_alike(steps, by_trees.oracle, serially.oracle)

        def accepted(cases: Mapping[str, Case], answer: object) -> Accepted:
            return {**follows(of_trees), **alike(cases)}

        serially_too = dataclasses.replace(serially, accept=accepted)
        of_serial = grading.mark(serially_too, serial_steps)
        return (
            of_growth.for_function(time) + of_trees.for_function(trees) + apart(of_serial, serial)
        )

    return Custom(judge, {time: [growth], trees: [by_trees], serial: [serially]})
