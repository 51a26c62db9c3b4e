import numpy as np

from .depths import clog2, doubled, floor_log2, with_growth_alike


def steps_of_layer(z, log2=clog2):
    """The depth of a layer with this depth of Z, and this way to round logarithms."""
    return lambda T, J, K, U: 1 + log2(J) + z(T, U) + 1 + 1 + log2(T)


def steps_to_z(T, U):
    return 2 + clog2(U) + clog2(T)


def by_your_softmax():
    """What allows it -> the depth by the student's own depth of Z, as it was marked."""
    earlier = checks.followed("softmax_time")
    if earlier is None or earlier.mistaken is None:
        return {}
    rounded = steps_of_layer(earlier.mistaken, floor_log2)
    return {
        "right, given your answer to softmax_time": steps_of_layer(earlier.mistaken),
        "right, given your answer to softmax_time, rounded alike": rounded,
    }


growth_of_layer = checks.growth(
    layer_time,
    share=1 / 2,
    variables="T J K",
    where={"J": "K*I"},
    expected="log(T) + log(J)",
    mistakes={
        "what happens one after the other adds up, it doesn't multiply": "log(T)*log(J)",
        "queries, keys and values are sums of J products, which take time too": "log(T)",
        "sums over the T tokens take time too": "log(J)",
        "the sums over a token's width run over all J numbers, not over J/K": "log(T) + log(J/K)",
        "the heads work at the same time": "K*(log(T) + log(J))",
        "the heads work at the same time; they don't wait for one another": "K + log(T) + log(J)",
        "more heads make no sum of J products shorter": "log(T) + log(J)/K",
        "dot products of length J are formed one term after another; a tree needs log J steps": (
            "J + log(T)"
        ),
        "sums over the tokens are formed one term after another; a tree needs log T steps": (
            "T + log(J)"
        ),
        "sums are formed one term after another; a tree needs log n steps": "T + J",
        "the tokens work at the same time; they don't wait for one another": "T*log(J)",
        "this is the work: how many operations there are, not how long they take": (
            "T**2*J + T*J**2"
        ),
    },
)
steps_through_layer = checks.arrays(
    layer_depth,
    share=1 / 2,
    oracle=steps_of_layer(steps_to_z),
    accept=by_your_softmax(),
    cases=lambda rng: {
        f"T = {T}, J = {J}, K = {K}, U = {U}": checks.case(T, J, K, U)
        for (T, J), K, U in (
            (doubled(rng, 9, 20), 4, 5),
            (doubled(rng, 33, 42), 3, 13),
            (doubled(rng, 256, 512), 8, 64),
            (doubled(rng, 5, 12), 2, 3),
            (doubled(rng, 75, 96), 12, 90),
            (doubled(rng, 1025, 35), 5, 2),
        )
    },
    seed=442,
    mistakes={
        "⌊log₂⌋ is too little where the number of terms is no power of two: a tree needs ⌈log₂⌉": (
            steps_of_layer(lambda T, U: 2 + floor_log2(U) + floor_log2(T), floor_log2)
        ),
        "a logarithm is not a whole number of steps: round each up": (
            lambda T, J, K, U: 5 + np.log2(J) + np.log2(U) + 2 * np.log2(T)
        ),
        "one step is missing: products take one before each sum, the exponential one, the division"
        " one": lambda T, J, K, U: 4 + clog2(J) + clog2(U) + 2 * clog2(T),
        "steps are missing: products take one before each sum, the exponential one, the division"
        " one": (
            lambda T, J, K, U: 3 + clog2(J) + clog2(U) + 2 * clog2(T),
            lambda T, J, K, U: 2 + clog2(J) + clog2(U) + 2 * clog2(T),
            lambda T, J, K, U: 1 + clog2(J) + clog2(U) + 2 * clog2(T),
            lambda T, J, K, U: clog2(J) + clog2(U) + 2 * clog2(T),
        ),
        "the queries and keys have to be computed first": (
            lambda T, J, K, U: 4 + clog2(U) + 2 * clog2(T)
        ),
        "the weighted sums of the values are missing": (
            lambda T, J, K, U: 4 + clog2(J) + clog2(U) + clog2(T)
        ),
        "every α is divided by Z before it meets a value; here the weighted sums don't wait for"
        " Z": (lambda T, J, K, U: 5 + clog2(J) + clog2(U) + clog2(T)),
        "the maximum is found and subtracted; here it isn't": (
            lambda T, J, K, U: 6 + clog2(J) + clog2(U) + 3 * clog2(T)
        ),
        "a score has U terms, not J": lambda T, J, K, U: 5 + 2 * clog2(J) + 2 * clog2(T),
        "a weighted sum has T terms, one for each token, not I": (
            lambda T, J, K, U: 5 + clog2(J) + clog2(U) + clog2(T) + clog2(J // K)
        ),
        "a product too many in a row: queries, keys and values are computed at the same time, and"
        " there is no output projection": (
            lambda T, J, K, U: 6 + 2 * clog2(J) + clog2(U) + 2 * clog2(T),
            lambda T, J, K, U: 7 + 3 * clog2(J) + clog2(U) + 2 * clog2(T),
        ),
        "the heads work at the same time": (
            lambda T, J, K, U: K * (5 + clog2(J) + clog2(U) + 2 * clog2(T)),
            lambda T, J, K, U: 1 + clog2(J) + K * (4 + clog2(U) + 2 * clog2(T)),
        ),
        "nothing is summed over the heads: their outputs stand side by side": (
            lambda T, J, K, U: 5 + clog2(J) + clog2(K) + clog2(U) + 2 * clog2(T)
        ),
        "a query is a sum of J products, not of J/K": (
            lambda T, J, K, U: 5 + clog2(J // K) + clog2(U) + 2 * clog2(T)
        ),
        "sums are formed one term after another; here by trees": (
            lambda T, J, K, U: J + U + 2 * T + 2,
            lambda T, J, K, U: J + U + 2 * T + 5,
            lambda T, J, K, U: J + U + 2 * T + 1,
        ),
        "dot products are added one term after another; here by trees": (
            lambda T, J, K, U: J + U + 3 + 2 * clog2(T),
            lambda T, J, K, U: J + U + 5 + 2 * clog2(T),
        ),
        "sums over the tokens are formed one term after another; here by trees": (
            lambda T, J, K, U: 3 + clog2(J) + clog2(U) + 2 * T,
            lambda T, J, K, U: 5 + clog2(J) + clog2(U) + 2 * T,
        ),
    },
)
with_growth_alike(
    growth_of_layer,
    steps_through_layer,
    {
        "sums are formed one term after another; here by trees": (
            "sums are formed one term after another; a tree needs log n steps"
        ),
        "dot products are added one term after another; here by trees": (
            "dot products of length J are formed one term after another; a tree needs log J steps"
        ),
        "sums over the tokens are formed one term after another; here by trees": (
            "sums over the tokens are formed one term after another; a tree needs log T steps"
        ),
        "the queries and keys have to be computed first": (
            "queries, keys and values are sums of J products, which take time too"
        ),
        "the heads work at the same time": "the heads work at the same time",
    },
)
