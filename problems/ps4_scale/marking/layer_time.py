from .depths import (
    DEPTHS,
    IN_DEPTHS,
    SERIAL_DEPTHS,
    all_serial,
    apart,
    clog2,
    depth,
    doubled,
    off_alike,
    repeated,
)

OF_GROWTH = """
times-multiplied: what happens one after the other adds up, it doesn't multiply :: log(T)*log(J)
sums-of-j-missing: queries, keys and values are sums of J products, which take time too :: log(T)
sums-over-tokens-missing: sums over the T tokens take time too :: log(J)
sums-of-a-head-only: the sums over a token's width run over all J numbers, not over J/K
    :: log(T) + log(J/K)
heads-one-after-another: the heads work at the same time :: K*(log(T) + log(J))
heads-wait: the heads work at the same time; they don't wait for one another :: K + log(T) + log(J)
sums-divided-by-heads: more heads make no sum of J products shorter :: log(T) + log(J)/K
serial-sums-of-j: dot products of length J are formed one term after another; a tree needs log J
    steps :: J + log(T)
serial-sums-of-t: sums over the tokens are formed one term after another; a tree needs log T steps
    :: T + log(J)
serial-sums-of-n: sums are formed one term after another; a tree needs log n steps :: T + J
tokens-one-after-another: the tokens work at the same time; they don't wait for one another
    :: T*log(J)
work: this is the work: how many operations there are, not how long they take :: T**2*J + T*J**2
texts-summed: nothing is summed over the texts of a batch, and none waits for another
    :: log(B) + log(T) + log(J)
"""
IN_BOTH = f"""{IN_DEPTHS}
steps-missing: steps are missing: products take one before each sum, the exponential one, the
    division one :: return _ - [2 ~ 3 ~ 4 ~ 5]
queries-and-keys-missing: the queries and keys have to be computed first :: projections = 0
weighted-sums-missing: the weighted sums of the values are missing :: return _ - 1 - tree(T)
division-before-sums: every α is divided by Z before it meets a value; here the weighted sums don't
    wait for Z :: return _ - tree(T)
scores-of-j-terms: a score has U terms, not J :: U = J
sums-of-i-terms: a weighted sum has T terms, one for each token, not J/K
    :: return _ - tree(T) + tree(J // K)
product-too-many: a product too many in a row: queries, keys and values are computed at the same
    time, and there is no output projection :: projections = [2 ~ 3] * dot_product(J)
heads-one-after-another
    :: return K * _ :: return projections + K * (_ - projections)
sum-over-heads: nothing is summed over the heads: their outputs stand side by side
    :: return _ + tree(K)
query-of-a-slice: a query is a sum of J products, not of J/K :: projections = dot_product(J // K)
keys-of-j-k: queries and keys have U numbers, not J/K :: U = J // K
one-serial-sum: one of the sums over the tokens is formed one term after another; here both are
    trees :: return _ - tree(T) + T - [1 ~ 0]
"""
BY_TREES = f"""{IN_BOTH}
serial-sums: sums are formed one term after another; here by trees
    :: return J + U + 2 * T + [2 ~ 5 ~ 1]
serial-dot-products: dot products are added one term after another; here by trees
    :: return J + U + [3 ~ 5] + 2 * tree(T)
serial-sums-over-tokens: sums over the tokens are formed one term after another; here by trees
    :: return _ - 2 * tree(T) + 2 * T - [2 ~ 0]
"""
SERIALLY = f"""{IN_BOTH}
trees-of-products: dot products are added by trees; here one term after another
    :: return 5 + tree(J) + tree(U) + 2 * tree(T)
all-sums-serial: sums over the tokens are formed one term after another, too; here by trees
    :: return J + U + 2 * T + [1 ~ 2 ~ 3]
scores-by-trees: the products of a score are added by a tree; here one after another
    :: return _ - U + 1 + tree(U)
projections-by-trees: queries, keys and values are formed by trees; here one term after another
    :: projections = 1 + tree(J)
products-one-after-another: the products of a dot product are formed one after another; they take
    one step :: return _ + [J ~ U ~ J + U - 1] - 1
steps-too-many: too many steps: a dot product of n terms takes n, one for all products and n − 1
    additions :: return _ + 2
"""
# As in the depth by trees, or in softmax_depth, where that is charged already.
ALL_SERIAL = """
serial-sums-over-tokens :: return J + U + 2 * T + [1 ~ 2 ~ 3]
serial-exponentials :: return J + U + 2 * T + [1 ~ 2 ~ 3]
serial-sums :: return J + U + 2 * T + [1 ~ 2 ~ 3]
"""
AS_IN_SOFTMAX = """
serial-dot-product :: return J + U + [3 ~ 5] + 2 * tree(T)
serial-exponentials :: return _ - 2 * tree(T) + 2 * T - [2 ~ 0]
serial-sums :: return J + U + 2 * T + [2 ~ 5 ~ 1]
"""
ALIKE = "softmax_depth, summed alike"


def own_softmax():
    """The student's own depth of Z, as it was marked; None where it isn't followed."""
    earlier = checks.followed("softmax_time")
    return ((earlier and earlier.mistaken) or {}).get("softmax_depth")


growth_of_layer = checks.growth(
    layer_time,
    share=1 / 2,
    variables="B T J K",
    where={"J": "K*I"},
    expected="log(T) + log(J)",
    mistakes=OF_GROWTH,
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


def by_trees(T, J, K, U):
    return 5 + clog2(J) + clog2(U) + 2 * clog2(T)


def serially(T, J, K, U):
    return J + U + 3 + 2 * clog2(T)


own = own_softmax()
right = depth(DEPTHS, "layer_depth", softmax_depth=own)
rounded_alike = right.by_own().values() if own else ()
steps_through_layer = checks.arrays(
    layer_depth,
    share=1 / 3,
    oracle=by_trees,
    cases=cases,
    accept={
        "right, given your softmax_depth, rounded alike": [
            each.definition("math.ceil -> math.floor") for each in rounded_alike
        ]
    }
    | repeated(checks.followed("softmax_time"), depth(DEPTHS, "layer_depth"), AS_IN_SOFTMAX, ALIKE),
    reference=right,
    mistakes=BY_TREES,
)
serial = depth(SERIAL_DEPTHS, "layer_depth")
accepted = repeated(steps_through_layer, serial, SERIALLY + ALL_SERIAL)
accepted |= repeated(checks.followed("softmax_time"), serial, ALL_SERIAL, ALIKE)
alike = off_alike(layer_depth, by_trees, serially)
serial_steps = checks.arrays(
    layer_depth_serial,
    share=1 / 6,
    oracle=serially,
    cases=cases,
    accept=lambda drawn: accepted | alike(drawn),
    reference=serial,
    mistakes=SERIALLY,
)
(
    all_serial(growth_of_layer).of("layer_time")
    + steps_through_layer.of("layer_depth")
    + apart(serial_steps, "layer_depth_serial")
)
