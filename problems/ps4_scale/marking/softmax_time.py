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
STEPS_MISSING = "the products and the exponential are steps too"

# fmt: off
OF_GROWTH = [
    misconception("serial-sum-of-u", U + log(T),
      "the U products of a score are added one after another; a tree needs log U steps"),
    misconception("serial-sum-of-t", T + log(U),
      "the T exponentials are added one after another; a tree needs log T steps"),
    misconception("serial-sums-of-n", T + U,
      "sums are formed one term after another; a tree needs log n steps"),
    misconception("times-multiplied", log(T) * log(U),
      "what happens one after the other adds up, it doesn't multiply"),
    misconception("score-takes-no-time", log(T),
      "a score is a sum of U products, which takes time too"),
    misconception("sum-takes-no-time", log(U),
      "Z is a sum of T exponentials, which takes time too"),
    missed_idea("work", T * U,
      "this is the work: how many operations there are, not how long they take"),
    misconception("tokens-one-after-another", T * log(U),
      "the scores of all tokens are there at the same time"),
    missed_idea("sums-take-no-time", log(T) / log(T),
      "with unlimited processors sums still take time"),
    misconception("texts-summed", log(B) + log(T) + log(U),
      "nothing is summed over the texts of a batch, and none waits for another"),
]
IN_BOTH = [
    *IN_DEPTHS,
    convention("natural-logarithms",
      [replace("math.log2", "math.log"), replace("math.ceil(math.log2(n))", "math.log(n)")],
      "these are natural logarithms; a tree adds in pairs, ⌈log₂⌉"),
    misconception("number-of-bits", replace("math.ceil(math.log2(n))", "n.bit_length()"),
      "a power of two, 2^k, needs k steps: ⌈log₂⌉, and not the number of bits"),
    misconception("sum-missing", [returns("scores + 1"), returns("scores + 0")],
      "Z is a sum over all T keys: a tree of its own"),
]
BY_TREES = [
    *IN_BOTH,
    convention("division-included", returns("_ + 1"),
      "the division is included; here the time ends with Z"),
    misconception("steps-missing", returns("_ - 2"), STEPS_MISSING),
    misconception("one-tree", returns("2 + tree(T * U)"),
      "two trees, one after the other: each is rounded up"),
    misconception("serial-dot-product", [assign("scores", "U + 0"), assign("scores", "U + 1")],
      "the products of a score are added one after another; here by a tree"),
    misconception("serial-exponentials", [returns("scores + T + 0"), returns("scores + T + 1")],
      "the exponentials are added one after another; here by a tree"),
    misconception("serial-sums", [returns(f"U + T + {k}") for k in (1, 0, 2)],
      "sums are formed one term after another; here by trees"),
    misconception("score-sum-missing", [assign("scores", "1"), assign("scores", "0")],
      "a score is a sum of U products: a tree of its own"),
]
SERIALLY = [
    *IN_BOTH,
    convention("step-too-many", returns("_ + 1"),
      "a step too many: the division is included, and here the time ends with Z; or the "
      "products take one for all of them, then there are U − 1 additions"),
    misconception("steps-missing", [returns("_ - 2"), returns("_ - 1")], STEPS_MISSING),
    missed_idea("tree-of-products", assign("scores", "1 + tree(U)"),
      "the U products of a score are added by a tree; here one after another"),
    misconception("all-sums-serial", [returns("U + T + 0"), returns("U + T + 1")],
      "the T exponentials are added one after another, too; here by a tree"),
    misconception("products-one-after-another", assign("scores", "2 * U - 1"),
      "the products of a score are formed one after another; they take one step"),
]
# fmt: on

# As in the depth by trees, where that is charged already.
AS_BY_TREES = {
    **effects_of(SERIALLY),
    "division-included": [returns("_ + 1")],
    "serial-exponentials": [returns("U + T + 0"), returns("U + T + 1")],
    "serial-sums": [returns("U + T + 0"), returns("U + T + 1")],
}


def by_trees(T: int, U: int) -> int:
    """Steps until Z is there, by trees."""
    return 1 + clog2(U) + 1 + clog2(T)


def serially(T: int, U: int) -> int:
    """Steps until Z is there, with serial dot products."""
    return U + 1 + clog2(T)


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Numbers of keys and lengths, powers of two and others."""
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
    """What is right as well of the serial depth, by the verdict on the depth by trees."""
    return repeated(steps, SERIAL_SOFTMAX, AS_BY_TREES)


NAMES = ("softmax_time", "softmax_depth", "softmax_depth_serial")
question = growth_and_depths(NAMES, GROWTH, STEPS, SERIAL_STEPS, follows)
