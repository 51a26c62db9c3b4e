"""The time of a softmax if processors cost nothing."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Accepted,
    Arrays,
    Case,
    Growth,
    Reference,
    Verdict,
    assign,
    case,
    convention,
    log,
    misconception,
    missed_idea,
    replace,
    returns,
    sizes,
)

from .depths import (
    IN_DEPTHS,
    SERIAL,
    clog2,
    dot_product,
    doubled,
    effects_of,
    growth_and_depths,
    repeated,
    softmax_depth,
    tree,
)

SIZES = B, T, U = sizes("B T U")
STEPS_MISSING = "the products and the exponential are steps, too"

# fmt: off
OF_GROWTH = [
    misconception("serial-sum-of-u", U + log(T),
      "you add the U products of a score serially; a tree needs log U steps"),
    misconception("serial-sum-of-t", T + log(U),
      "you add the T exponentials serially; a tree needs log T steps"),
    misconception("serial-sums-of-n", T + U,
      "you form sums serially; a tree needs log n steps"),
    misconception("times-multiplied", log(T) * log(U),
      "the times of consecutive steps add up, they don't multiply"),
    misconception("score-takes-no-time", log(T),
      "a score is a sum of U products, and this takes time, too"),
    misconception("sum-takes-no-time", log(U),
      "Z is a sum of T exponentials, and this takes time, too"),
    missed_idea("work", T * U,
      "this is the work, the number of operations, not the time"),
    misconception("tokens-one-after-another", T * log(U),
      "the scores of all tokens are computed at the same time"),
    missed_idea("sums-take-no-time", log(T) / log(T),
      "even with unlimited processors, sums take time"),
    misconception("texts-summed", log(B) + log(T) + log(U),
      "there is no sum over the texts of a batch, and they don't wait for one another"),
]
IN_BOTH = [
    *IN_DEPTHS,
    convention("natural-logarithms",
      [replace("math.log2", "math.log"), replace("math.ceil(math.log2(n))", "math.log(n)")],
      "you use natural logarithms; a tree adds pairs and needs ⌈log₂⌉"),
    misconception("number-of-bits", replace("math.ceil(math.log2(n))", "n.bit_length()"),
      "2^k terms need k steps: use ⌈log₂⌉, not the number of bits"),
    misconception("sum-missing", [returns("scores + 1"), returns("scores + 0")],
      "Z is a sum over all T keys, which needs its own tree"),
]
BY_TREES = [
    *IN_BOTH,
    convention("division-included", returns("_ + 1"),
      "you include the division; here the time ends with Z"),
    misconception("steps-missing", returns("_ - 2"), STEPS_MISSING),
    misconception("one-tree", returns("2 + tree(T * U)"),
      "there are two trees, one after the other: round each up"),
    misconception("serial-dot-product", [assign("scores", "U + 0"), assign("scores", "U + 1")],
      "you add the products of a score serially; use a tree here"),
    misconception("serial-exponentials", [returns("scores + T + 0"), returns("scores + T + 1")],
      "you add the exponentials serially; use a tree here"),
    misconception("serial-sums", [returns(f"U + T + {k}") for k in (1, 0, 2)],
      "you form sums serially; use trees here"),
    misconception("score-sum-missing", [assign("scores", "1"), assign("scores", "0")],
      "a score is a sum of U products, which needs its own tree"),
]
SERIALLY = [
    *IN_BOTH,
    convention("step-too-many", returns("_ + 1"),
      "this is one step too many: either you include the division, but the time ends with Z; or "
      "you count the dot product wrong, which takes one step for all products and U − 1 for "
      "additions"),
    misconception("steps-missing", [returns("_ - 2"), returns("_ - 1")], STEPS_MISSING),
    missed_idea("tree-of-products", assign("scores", "1 + tree(U)"),
      "you add the U products of a score by a tree; add them serially here"),
    misconception("all-sums-serial", [returns("U + T + 0"), returns("U + T + 1")],
      "you add the T exponentials serially, too; use a tree for them"),
    misconception("products-one-after-another", assign("scores", "2 * U - 1"),
      "you form the products of a score one after another; together, they take one step"),
]
# fmt: on

# Misconceptions that cost points in the depth by trees already.
AS_BY_TREES = {
    **effects_of(SERIALLY),
    "division-included": [returns("_ + 1")],
    "serial-exponentials": [returns("U + T + 0"), returns("U + T + 1")],
    "serial-sums": [returns("U + T + 0"), returns("U + T + 1")],
}


def by_trees(T: int, U: int) -> int:
    """Return the steps until Z is known, with trees."""
    return 1 + clog2(U) + 1 + clog2(T)


def serially(T: int, U: int) -> int:
    """Return the steps until Z is known, with serial dot products."""
    return U + 1 + clog2(T)


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw numbers of keys and lengths, powers of two and others."""
    drawn = (
        doubled(rng, 9, 5),
        doubled(rng, 33, 13),
        doubled(rng, 256, 16),
        doubled(rng, 5, 3),
        doubled(rng, 6, 25),
        (doubled(rng, 1024)[0] + 1, 2),
    )
    return {f"T = {T}, U = {U}": case(T, U) for T, U in drawn}


GROWTH = Growth(SIZES, log(T) + log(U), misconceptions=OF_GROWTH, share=1 / 2)
STEPS = Arrays(
    oracle=by_trees,
    cases=cases,
    reference=Reference(softmax_depth, parts=[tree, dot_product]),
    misconceptions=BY_TREES,
    share=1 / 3,
)
SERIAL_SOFTMAX = Reference(softmax_depth, parts=[tree], names=SERIAL)
SERIAL_STEPS = Arrays(
    oracle=serially, cases=cases, reference=SERIAL_SOFTMAX, misconceptions=SERIALLY, share=1 / 6
)


def follows(steps: Verdict) -> Accepted:
    """Accept serial depths that repeat a misconception of the depth by trees."""
    return repeated(steps, SERIAL_SOFTMAX, AS_BY_TREES)


NAMES = ("softmax_time", "softmax_depth", "softmax_depth_serial")
question = growth_and_depths(NAMES, GROWTH, STEPS, SERIAL_STEPS, follows)
