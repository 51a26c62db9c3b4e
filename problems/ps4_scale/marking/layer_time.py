"""The time of a layer if processors cost nothing."""

from collections.abc import Callable, Mapping

import numpy as np

from examiner.checks import (
    Accepted,
    Arrays,
    Case,
    Growth,
    Reference,
    Verdict,
    assign,
    carried_forward,
    case,
    log,
    misconception,
    missed_idea,
    returns,
    sizes,
)

from .depths import (
    FLOOR,
    IN_DEPTHS,
    SERIAL,
    clog2,
    dot_product,
    doubled,
    effects_of,
    growth_and_depths,
    layer_depth,
    repeated,
    softmax_depth,
    tree,
)

SIZES = B, T, J, K = sizes("B T J K")
(width,) = sizes("I")  # of a head
HEADS_TOGETHER = "the heads work at the same time"

# fmt: off
OF_GROWTH = [
    misconception("times-multiplied", log(T) * log(J),
      "the times of consecutive steps add up, they don't multiply"),
    misconception("sums-of-j-missing", log(T),
      "queries, keys and values are sums of J products, and these take time, too"),
    misconception("sums-over-tokens-missing", log(J),
      "sums over the T tokens take time, too"),
    misconception("sums-of-a-head-only", log(T) + log(J / K),
      "the sums over a token's width have J terms, not J/K"),
    misconception("heads-one-after-another", K * (log(T) + log(J)), HEADS_TOGETHER),
    misconception("heads-wait", K + log(T) + log(J),
      "the heads work at the same time; they don't wait for one another"),
    misconception("sums-divided-by-heads", log(T) + log(J) / K,
      "more heads don't make a sum of J products shorter"),
    misconception("serial-sums-of-j", J + log(T),
      "you add the terms of the dot products of length J serially; a tree needs log J steps"),
    misconception("serial-sums-of-t", T + log(J),
      "you add the terms of the sums over the tokens serially; a tree needs log T steps"),
    misconception("serial-sums-of-n", T + J,
      "you add the terms of sums serially; a tree needs log n steps"),
    misconception("tokens-one-after-another", T * log(J),
      "the tokens work at the same time; they don't wait for one another"),
    missed_idea("work", T**2 * J + T * J**2,
      "this is the work, the number of operations, not the time"),
    misconception("texts-summed", log(B) + log(T) + log(J),
      "there is no sum over the texts of a batch, and they don't wait for one another"),
]
IN_BOTH = [
    *IN_DEPTHS,
    misconception("steps-missing", [returns(f"_ - {k}") for k in (2, 3, 4, 5)],
      "steps are missing: the products before each sum, the exponential and the division take "
      "one step each"),
    misconception("queries-and-keys-missing", assign("projections", "0"),
      "the queries and keys have to be computed first"),
    misconception("weighted-sums-missing", returns("_ - 1 - tree(T)"),
      "the weighted sums of the values are missing"),
    misconception("division-before-sums", returns("_ - tree(T)"),
      "every α is divided by Z before it is multiplied by a value; your weighted sums don't "
      "wait for Z"),
    misconception("scores-of-j-terms", assign("U", "J"),
      "a score has U terms, not J"),
    misconception("sums-of-i-terms", returns("_ - tree(T) + tree(J // K)"),
      "a weighted sum has T terms, one for each token, not J/K"),
    misconception("product-too-many",
      [assign("projections", "2 * dot_product(J)"), assign("projections", "3 * dot_product(J)")],
      "you have one consecutive product too many: queries, keys and values are computed at the "
      "same time, and there is no output projection"),
    misconception("heads-one-after-another",
      [returns("K * _"), returns("projections + K * (_ - projections)")], HEADS_TOGETHER),
    misconception("sum-over-heads", returns("_ + tree(K)"),
      "there is no sum over the heads: their outputs are concatenated"),
    misconception("query-of-a-slice", assign("projections", "dot_product(J // K)"),
      "a query is a sum of J products, not of J/K"),
    misconception("keys-of-j-k", assign("U", "J // K"),
      "queries and keys have U numbers, not J/K"),
    misconception("one-serial-sum",
      [returns("_ - tree(T) + T - 1"), returns("_ - tree(T) + T - 0")],
      "you form one of the sums over the tokens serially; here both are trees"),
]
BY_TREES = [
    *IN_BOTH,
    misconception("serial-sums", [returns(f"J + U + 2 * T + {k}") for k in (2, 5, 1)],
      "you form sums serially; use trees here"),
    misconception("serial-dot-products",
      [returns("J + U + 3 + 2 * tree(T)"), returns("J + U + 5 + 2 * tree(T)")],
      "you form dot products serially; use trees here"),
    misconception("serial-sums-over-tokens",
      [returns("_ - 2 * tree(T) + 2 * T - 2"), returns("_ - 2 * tree(T) + 2 * T - 0")],
      "you form sums over the tokens serially; use trees here"),
]
SERIALLY = [
    *IN_BOTH,
    missed_idea("trees-of-products", returns("5 + tree(J) + tree(U) + 2 * tree(T)"),
      "you form dot products by trees; form them serially here"),
    misconception("all-sums-serial", [returns(f"J + U + 2 * T + {k}") for k in (1, 2, 3)],
      "you form sums over the tokens serially, too; use trees for them"),
    misconception("scores-by-trees", returns("_ - U + 1 + tree(U)"),
      "you add the products of a score by a tree; add them serially here"),
    misconception("projections-by-trees", assign("projections", "1 + tree(J)"),
      "you form queries, keys and values by trees; form them serially here"),
    misconception("products-one-after-another",
      [returns(f"_ + {k} - 1") for k in ("J", "U", "J + U - 1")],
      "you form the products of a dot product one after another; together, they take one step"),
    misconception("steps-too-many", returns("_ + 2"),
      "this has too many steps: a dot product of n terms takes n steps, one for all products "
      "and n − 1 for additions"),
]
# fmt: on

# Misconceptions that cost points in the depth by trees or in softmax_depth already.
ALL_SERIAL = dict.fromkeys(
    ("serial-sums-over-tokens", "serial-exponentials", "serial-sums"),
    tuple(returns(f"J + U + 2 * T + {k}") for k in (1, 2, 3)),
)
AS_IN_SOFTMAX = {
    "serial-dot-product": [returns(f"J + U + {k} + 2 * tree(T)") for k in (3, 5)],
    "serial-exponentials": [returns(f"_ - 2 * tree(T) + 2 * T - {k}") for k in (2, 0)],
    "serial-sums": [returns(f"J + U + 2 * T + {k}") for k in (2, 5, 1)],
}
ALIKE = "softmax_depth, summed alike"


def own_softmax() -> Mapping[str, Callable[..., int] | None]:
    """Return the student's own depth of Z; None if it isn't carried forward."""
    earlier = carried_forward("softmax_time")
    mistaken = earlier.mutant if earlier else None
    own = mistaken.get("softmax_depth") if isinstance(mistaken, Mapping) else None
    return {"softmax_depth": own}


LAYER = Reference(layer_depth, parts=[tree, dot_product, softmax_depth], carried=own_softmax)
SERIAL_LAYER = Reference(layer_depth, parts=[tree, softmax_depth], names=SERIAL)


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw sizes of layers, powers of two and others."""
    drawn = (
        (doubled(rng, 9, 20), 4, 5),
        (doubled(rng, 33, 42), 3, 13),
        (doubled(rng, 256, 512), 8, 64),
        (doubled(rng, 5, 12), 2, 3),
        (doubled(rng, 75, 96), 96, 90),
        (doubled(rng, 1025, 35), 5, 2),
    )
    return {f"T = {T}, J = {J}, K = {K}, U = {U}": case(T, J, K, U) for (T, J), K, U in drawn}


def by_trees(T: int, J: int, K: int, U: int) -> int:
    """Return the steps of a layer with trees."""
    return 5 + clog2(J) + clog2(U) + 2 * clog2(T)


def serially(T: int, J: int, K: int, U: int) -> int:
    """Return the steps of a layer with serial dot products."""
    return J + U + 3 + 2 * clog2(T)


def by_own_softmax(cases: Mapping[str, Case], answer: object) -> Accepted:
    """Accept depths that repeat a misconception of the student's own softmax_depth."""
    rounded = [
        each.definition(FLOOR) for each in LAYER.code_with_carried().by_carried_answers().values()
    ]
    summed = repeated(carried_forward("softmax_time"), LAYER, AS_IN_SOFTMAX, ALIKE)
    return {"right, given your softmax_depth, rounded alike": rounded, **summed}


GROWTH = Growth(SIZES, log(T) + log(J), where={J: K * width}, misconceptions=OF_GROWTH, share=1 / 2)
STEPS = Arrays(
    oracle=by_trees,
    cases=cases,
    accept=by_own_softmax,
    reference=LAYER,
    misconceptions=BY_TREES,
    share=1 / 3,
)
SERIAL_STEPS = Arrays(
    oracle=serially, cases=cases, reference=SERIAL_LAYER, misconceptions=SERIALLY, share=1 / 6
)


def follows(steps: Verdict) -> Accepted:
    """Accept serial depths that repeat a misconception of an earlier depth."""
    as_by_trees = repeated(steps, SERIAL_LAYER, effects_of(SERIALLY) | ALL_SERIAL)
    return {
        **as_by_trees,
        **repeated(carried_forward("softmax_time"), SERIAL_LAYER, ALL_SERIAL, ALIKE),
    }


NAMES = ("layer_time", "layer_depth", "layer_depth_serial")
question = growth_and_depths(NAMES, GROWTH, STEPS, SERIAL_STEPS, follows)
