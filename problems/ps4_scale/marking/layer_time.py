import numpy as np

from .depths import all_serial, apart, clog2, doubled, floor_log2, repeated

WORDS = """
sums-of-j-missing: queries, keys and values are sums of J products, which take time too
heads-one-after-another: the heads work at the same time
serial-sums-of-j: dot products of length J are formed one term after another; a tree needs log J
    steps
serial-sums-of-t: sums over the tokens are formed one term after another; a tree needs log T steps
serial-sums-of-n: sums are formed one term after another; a tree needs log n steps
floor-log2: ⌊log₂⌋, or rounding, is too little where the number of terms is no power of two: a tree
    needs ⌈log₂⌉
not-rounded-up: a logarithm is not a whole number of steps: round each up
one-step-missing: one step is missing: products take one before each sum, the exponential one, the
    division one
steps-missing: steps are missing: products take one before each sum, the exponential one, the
    division one
queries-and-keys-missing: the queries and keys have to be computed first
weighted-sums-missing: the weighted sums of the values are missing
division-before-sums: every α is divided by Z before it meets a value; here the weighted sums don't
    wait for Z
maximum-subtracted: the maximum is found and subtracted; here it isn't
scores-of-j-terms: a score has U terms, not J
sums-of-i-terms: a weighted sum has T terms, one for each token, not J/K
product-too-many: a product too many in a row: queries, keys and values are computed at the same
    time, and there is no output projection
sum-over-heads: nothing is summed over the heads: their outputs stand side by side
query-of-a-slice: a query is a sum of J products, not of J/K
one-serial-sum: one of the sums over the tokens is formed one term after another; here both are
    trees
keys-of-j-k: queries and keys have U numbers, not J/K
products-one-after-another: the products of a dot product are formed one after another; they take
    one step
serial-sums: sums are formed one term after another; here by trees
serial-dot-products: dot products are added one term after another; here by trees
serial-sums-over-tokens: sums over the tokens are formed one term after another; here by trees
trees-of-products: dot products are added by trees; here one term after another
all-sums-serial: sums over the tokens are formed one term after another, too; here by trees
scores-by-trees: the products of a score are added by a tree; here one after another
projections-by-trees: queries, keys and values are formed by trees; here one term after another
steps-too-many: too many steps: a dot product of n terms takes n, one for all products and n − 1
    additions
"""
ERRORS = """
times-multiplied: what happens one after the other adds up, it doesn't multiply :: log(T)*log(J)
sums-of-j-missing :: log(T)
sums-over-tokens-missing: sums over the T tokens take time too :: log(J)
sums-of-a-head-only: the sums over a token's width run over all J numbers, not over J/K
    :: log(T) + log(J/K)
heads-one-after-another :: K*(log(T) + log(J))
heads-wait: the heads work at the same time; they don't wait for one another :: K + log(T) + log(J)
sums-divided-by-heads: more heads make no sum of J products shorter :: log(T) + log(J)/K
serial-sums-of-j :: J + log(T)
serial-sums-of-t :: T + log(J)
serial-sums-of-n :: T + J
tokens-one-after-another: the tokens work at the same time; they don't wait for one another
    :: T*log(J)
work: this is the work: how many operations there are, not how long they take :: T**2*J + T*J**2
texts-summed: nothing is summed over the texts of a batch, and none waits for another
    :: log(B) + log(T) + log(J)
texts-one-after-another: the texts of a batch go through at the same time :: B*(log(T) + log(J))
"""


def steps_of_layer(z, log2=clog2):
    """The depth of a layer with this depth of Z, and this way to round logarithms."""
    return lambda T, J, K, U: 1 + log2(J) + z(T, U) + 1 + 1 + log2(T)


def steps_to_z(T, U):
    return 2 + clog2(U) + clog2(T)


def depth(steps, of_J=1, of_U=1, of_T=2):
    """The depth with so many single steps, and so many trees over each number of terms."""
    return lambda T, J, K, U: steps + of_J * clog2(J) + of_U * clog2(U) + of_T * clog2(T)


def own_softmax():
    """The student's own depth of Z, as it was marked; None where it isn't followed."""
    earlier = checks.followed("softmax_time")
    return ((earlier and earlier.mistaken) or {}).get("softmax_depth")


def by_your_softmax():
    """What allows it -> the depth by the student's own depth of Z."""
    own = own_softmax()
    if own is None:
        return {}
    rounded = steps_of_layer(own, floor_log2)
    return {
        "right, given your answer to softmax_time": steps_of_layer(own),
        "right, given your answer to softmax_time, rounded alike": rounded,
    }


checks.words(WORDS)
growth_of_layer = checks.growth(
    layer_time,
    share=1 / 2,
    variables="B T J K",
    where={"J": "K*I"},
    expected="log(T) + log(J)",
    mistakes=ERRORS,
)


def cases(rng):
    sizes = (
        (doubled(rng, 9, 20), 4, 5),
        (doubled(rng, 33, 42), 3, 13),
        (doubled(rng, 256, 512), 8, 64),
        (doubled(rng, 5, 12), 2, 3),
        (doubled(rng, 75, 96), 96, 90),
        (doubled(rng, 1025, 35), 5, 2),
    )
    return {
        f"T = {T}, J = {J}, K = {K}, U = {U}": checks.case(T, J, K, U) for (T, J), K, U in sizes
    }


steps_through_layer = checks.arrays(
    layer_depth,
    share=1 / 3,
    oracle=steps_of_layer(steps_to_z),
    accept=by_your_softmax(),
    cases=cases,
    seed=442,
    mistakes={
        "floor-log2": steps_of_layer(lambda T, U: 2 + floor_log2(U) + floor_log2(T), floor_log2),
        "not-rounded-up": lambda T, J, K, U: 5 + np.log2(J) + np.log2(U) + 2 * np.log2(T),
        "one-step-missing": depth(4),
        "steps-missing": (depth(3), depth(2), depth(1), depth(0)),
        "queries-and-keys-missing": depth(4, of_J=0),
        "weighted-sums-missing": depth(4, of_T=1),
        "division-before-sums": depth(5, of_T=1),
        "maximum-subtracted": depth(6, of_T=3),
        "scores-of-j-terms": depth(5, of_J=2, of_U=0),
        "sums-of-i-terms": lambda T, J, K, U: depth(5, of_T=1)(T, J, K, U) + clog2(J // K),
        "product-too-many": (depth(6, of_J=2), depth(7, of_J=3)),
        "heads-one-after-another": (
            lambda T, J, K, U: K * depth(5)(T, J, K, U),
            lambda T, J, K, U: 1 + clog2(J) + K * depth(4, of_J=0)(T, J, K, U),
        ),
        "sum-over-heads": lambda T, J, K, U: depth(5)(T, J, K, U) + clog2(K),
        "query-of-a-slice": lambda T, J, K, U: depth(5)(T, J // K, K, U),
        "keys-of-j-k": lambda T, J, K, U: depth(5)(T, J, K, J // K),
        "one-serial-sum": (
            lambda T, J, K, U: depth(4, of_T=1)(T, J, K, U) + T,
            lambda T, J, K, U: depth(5, of_T=1)(T, J, K, U) + T,
        ),
        "serial-sums": (
            lambda T, J, K, U: J + U + 2 * T + 2,
            lambda T, J, K, U: J + U + 2 * T + 5,
            lambda T, J, K, U: J + U + 2 * T + 1,
        ),
        "serial-dot-products": (
            lambda T, J, K, U: J + U + 3 + 2 * clog2(T),
            lambda T, J, K, U: J + U + 5 + 2 * clog2(T),
        ),
        "serial-sums-over-tokens": (
            lambda T, J, K, U: 3 + clog2(J) + clog2(U) + 2 * T,
            lambda T, J, K, U: 5 + clog2(J) + clog2(U) + 2 * T,
        ),
    },
)


def serial(steps, of_T=2, log2=clog2):
    """The depth with serial dot products, so many single steps and trees over the tokens."""
    return lambda T, J, K, U: J + U + steps + of_T * log2(T)


# The serial variant of what is wrong with trees; that is charged once.
AS_IN_TREES = {
    "floor-log2": serial(3, log2=floor_log2),
    "not-rounded-up": serial(3, log2=np.log2),
    "one-step-missing": serial(2),
    "steps-missing": (serial(1), serial(0), serial(-1), serial(-2)),
    "queries-and-keys-missing": lambda T, J, K, U: U + 3 + 2 * clog2(T),
    "weighted-sums-missing": serial(2, of_T=1),
    "division-before-sums": serial(3, of_T=1),
    "maximum-subtracted": serial(4, of_T=3),
    "scores-of-j-terms": lambda T, J, K, U: 2 * J + 3 + 2 * clog2(T),
    "sums-of-i-terms": lambda T, J, K, U: serial(3, of_T=1)(T, J, K, U) + clog2(J // K),
    "product-too-many": (
        lambda T, J, K, U: 2 * J + U + 3 + 2 * clog2(T),
        lambda T, J, K, U: 3 * J + U + 3 + 2 * clog2(T),
    ),
    "heads-one-after-another": (
        lambda T, J, K, U: K * serial(3)(T, J, K, U),
        lambda T, J, K, U: J + K * (U + 3 + 2 * clog2(T)),
    ),
    "sum-over-heads": lambda T, J, K, U: serial(3)(T, J, K, U) + clog2(K),
    "query-of-a-slice": lambda T, J, K, U: serial(3)(T, J // K, K, U),
    "keys-of-j-k": lambda T, J, K, U: serial(3)(T, J, K, J // K),
    "one-serial-sum": (
        lambda T, J, K, U: serial(2, of_T=1)(T, J, K, U) + T,
        lambda T, J, K, U: serial(3, of_T=1)(T, J, K, U) + T,
    ),
}
accepted = repeated(steps_through_layer, AS_IN_TREES)
if own := own_softmax():
    # What the student's own Z takes beyond the tree over its products.
    accepted["right, given your answer to softmax_time"] = lambda T, J, K, U: (
        J + U - 1 + own(T, U) - clog2(U) + 2 + clog2(T)
    )
serial_steps = checks.arrays(
    layer_depth_serial,
    share=1 / 6,
    oracle=serial(3),
    cases=cases,
    seed=442,
    accept=accepted,
    mistakes={
        "trees-of-products": depth(5),
        "all-sums-serial": (
            lambda T, J, K, U: J + U + 2 * T + 1,
            lambda T, J, K, U: J + U + 2 * T + 2,
            lambda T, J, K, U: J + U + 2 * T + 3,
        ),
        "scores-by-trees": lambda T, J, K, U: J + 4 + clog2(U) + 2 * clog2(T),
        "projections-by-trees": lambda T, J, K, U: 4 + clog2(J) + U + 2 * clog2(T),
        "products-one-after-another": (
            lambda T, J, K, U: J + serial(2)(T, J, K, U),
            lambda T, J, K, U: U + serial(2)(T, J, K, U),
            lambda T, J, K, U: J + U + serial(1)(T, J, K, U),
        ),
        "steps-too-many": serial(5),
    }
    | {name: each for name, each in AS_IN_TREES.items() if name != "maximum-subtracted"},
)
(
    all_serial(growth_of_layer).of("layer_time")
    + steps_through_layer.of("layer_depth")
    + apart(serial_steps, "layer_depth_serial")
)
