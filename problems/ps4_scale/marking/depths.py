"""Depths of trees, their sizes, and the steps of a softmax and a layer."""

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
    """The logarithm to base 2, rounded up."""
    return (n - 1).bit_length()


def doubled(rng: np.random.Generator, *sizes: int) -> tuple[int, ...]:
    """Double each size up to five times: that makes every tree deeper by so much, and no
    misconception smaller or larger."""
    return tuple(size << int(rng.integers(1, 6)) for size in sizes)


# The code of which misconceptions are mutations.
def tree(n: int) -> int:
    """The depth of a tree that adds n terms."""
    return math.ceil(math.log2(n))


def dot_product(n: int) -> int:
    """The depth of a dot product by a tree."""
    return 1 + tree(n)


def serial_dot_product(n: int) -> int:
    """The depth of a dot product that is formed serially."""
    return n


def softmax_depth(T: int, U: int) -> int:
    """Steps until Z is there."""
    scores = dot_product(U)
    return scores + 1 + tree(T)


def layer_depth(T: int, J: int, K: int, U: int) -> int:
    """Steps of a layer."""
    projections = dot_product(J)
    return projections + softmax_depth(T, U) + 2 + tree(T)


SERIAL = {"dot_product": serial_dot_product}
FLOOR = replace("math.ceil", "math.floor")

# Mutations of both depths: what is wrong with both depths of a question is charged once.
# fmt: off
IN_DEPTHS = [
    misconception("floor-log2", FLOOR,
      "⌊log₂⌋, or rounding, is too little where the number of terms is no power of two: a "
      "tree needs ⌈log₂⌉"),
    misconception("one-step-missing", returns("_ - 1"),
      "one step is missing: the products before each sum take one, and so does what is done "
      "with each number between two sums"),
    misconception("not-rounded-up", remove("math.ceil"),
      "a logarithm is not a whole number of steps: round each up"),
    misconception("tree-too-many", returns("_ + tree(T)"),
      "a tree over the tokens too many: each sum over them is one tree, and copying takes no "
      "time"),
    convention("maximum-subtracted", returns("_ + 1 + tree(T)"),
      "the maximum is found and subtracted; here it isn't"),
]
# fmt: on


def effects_of(misconceptions: Sequence[Misconception]) -> dict[str, Sequence[Mutation]]:
    """Key of a misconception -> its mutations."""
    return {each.key: each.effects for each in misconceptions}


def repeated(
    verdict: Verdict | None,
    right: Reference,
    effects: Mapping[str, Sequence[Mutation]],
    earlier: str = "depth by trees",
) -> Accepted:
    """What is right as well of a depth if a misconception explains an earlier depth.

    Args:
        verdict: The verdict on the earlier depth; None if it isn't followed.
        right: The reference answer of this depth.
        effects: Key of a misconception in the earlier depth -> what this depth is by it.
        earlier: What students read of the earlier depth.
    """
    findings = verdict.findings if verdict else ()
    named = [error.key for found in findings for error in found.errors]
    mutations = next((effects[key] for key in named if key in effects), ())
    return {f"right, given your {earlier}": [right.mutant(each) for each in mutations]}


def off_alike(
    function: object, by_trees: Callable[..., int], serially: Callable[..., int]
) -> Callable[[Mapping[str, Case]], Accepted]:
    """What is right as well of a serial depth, by its cases: what is as far off as the student's
    depth by trees, whatever is wrong with that.

    Args:
        function: The student's depth by trees.
        by_trees: What that depth should be.
        serially: What the serial depth should be.
    """

    def given(cases: Mapping[str, Case]) -> Accepted:
        asked = [case.arguments for case in cases.values()]
        outcomes = ask(function, asked, time_limit=2)
        own = {sizes: each.value for sizes, each in zip(asked, outcomes, strict=True)}

        def as_far_off(*sizes: int) -> int | None:
            off = own[sizes] - by_trees(*sizes)
            # Among larger numbers no precision would show what a serial sum takes.
            return serially(*sizes) + off if abs(off) < 10**6 else None

        return {"right, given how far off your depth by trees is": as_far_off}

    return given


def apart(verdict: Verdict, function: str) -> Verdict:
    """The verdict on a variant of a depth: no later answer rests on what is wrong with it."""
    return dataclasses.replace(verdict.for_function(function), misconception_key="", mutant=None)


def growth_and_depths(
    names: Sequence[str],
    growth: Growth,
    by_trees: Arrays,
    serially: Arrays,
    follows: Callable[[Verdict], Accepted],
) -> Custom:
    """The question that asks for a growth, for a depth by trees, and for a depth with serial dot
    products.

    Args:
        names: The names of the three functions.
        growth: The check of the growth.
        by_trees: The check of the depth by trees.
        serially: The check of the serial depth.
        follows: What is right as well of the serial depth, by the verdict on the depth by trees.
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
