"""Depths of trees, their sizes, and the steps of a softmax and a layer."""

import math
from dataclasses import replace


def clog2(n):
    return (n - 1).bit_length()


def doubled(rng, *sizes):
    """The sizes, each doubled up to five times: that makes every tree deeper by so much, and no
    mistake smaller or larger."""
    return tuple(size << int(rng.integers(1, 6)) for size in sizes)


def all_serial(growth):
    """The verdict on a growth. Where all sums are formed one term after another, it is right in no
    size, and half is left all the same, as where some of them are.
    """
    if growth.mistake == "serial-sums-of-n":
        return growth.at_least(growth.max_points / 2)
    return growth


DEPTHS = """
def tree(n):
    return math.ceil(math.log2(n))

def dot_product(n):
    return 1 + tree(n)

def softmax_depth(T, U):
    scores = dot_product(U)
    return scores + 1 + tree(T)

def layer_depth(T, J, K, U):
    projections = dot_product(J)
    return projections + softmax_depth(T, U) + 2 + tree(T)
"""
SERIAL_DEPTHS = DEPTHS.replace("1 + tree(n)", "n")  # dot products are formed serially
# Edits of both texts: what is wrong with both depths of a question is charged once.
IN_DEPTHS = """
floor-log2: ⌊log₂⌋, or rounding, is too little where the number of terms is no power of two: a tree
    needs ⌈log₂⌉ :: math.ceil -> math.floor
one-step-missing: one step is missing: the products before each sum take one, and so does what is
    done with each number between two sums :: return _ - 1
not-rounded-up: a logarithm is not a whole number of steps: round each up :: math.ceil ->
tree-too-many: a tree over the tokens too many: each sum over them is one tree, and copying takes no
    time :: return _ + tree(T)
maximum-subtracted: the maximum is found and subtracted; here it isn't :: return _ + 1 + tree(T)
"""


def depth(text, function, **own):
    """The right depth, by the student's own of another question as well."""
    return checks.Reference(text, {"math": math}, function=function, own=own)


def repeated(verdict, right, errors, earlier="depth by trees"):
    """What is right as well of a depth, a reference, where one of these errors explains an earlier
    one. verdict: on that; None where it isn't followed."""
    effects = checks.effects(errors)
    named = [error.key for found in verdict.findings for error in found.errors] if verdict else []
    edits = next((effects[key] for key in named if key in effects), ())
    return {f"right, given your {earlier}": [right.definition(each) for each in edits]}


def off_alike(function, by_trees, serially):
    """What is right as well of a serial depth, by its cases: what is as far off as the student's
    depth by trees, whatever is wrong with that. by_trees, serially: what the two should be."""

    def given(cases):
        asked = [case.arguments for case in cases.values()]
        outcomes = checks.ask(function, asked, time_limit=2)
        own = {sizes: each.value for sizes, each in zip(asked, outcomes, strict=True)}

        def as_far_off(*sizes):
            off = own[sizes] - by_trees(*sizes)
            # Among larger numbers no precision would show what a serial sum takes.
            return serially(*sizes) + off if abs(off) < 10**6 else None

        return {"right, given how far off your depth by trees is": as_far_off}

    return given


def apart(verdict, function):
    """The verdict on a variant of a depth: no later answer rests on what is wrong with it."""
    return replace(verdict.of(function), mistake="", mistaken=None)
