import numpy as np

from .depths import clog2, doubled, floor_log2, with_growth_alike

growth_of_softmax = checks.growth(
    softmax_time,
    share=1 / 2,
    variables="T U",
    expected="log(T) + log(U)",
    mistakes={
        "the U products of a score are added one after another; a tree needs log U steps": (
            "U + log(T)"
        ),
        "the T exponentials are added one after another; a tree needs log T steps": "T + log(U)",
        "sums are formed one term after another; a tree needs log n steps": "T + U",
        "what happens one after the other adds up, it doesn't multiply": "log(T)*log(U)",
        "a score is a sum of U products, which takes time too": "log(T)",
        "Z is a sum of T exponentials, which takes time too": "log(U)",
        "this is the work: how many operations there are, not how long they take": "T*U",
        "the scores of all tokens are there at the same time": "T*log(U)",
        "with unlimited processors sums still take time": "log(T)/log(T)",
    },
)
steps_of_softmax = checks.arrays(
    softmax_depth,
    share=1 / 2,
    oracle=lambda T, U: 1 + clog2(U) + 1 + clog2(T),
    cases=lambda rng: {
        f"T = {T}, U = {U}": checks.case(T, U)
        for T, U in (
            doubled(rng, 9, 5),
            doubled(rng, 33, 13),
            doubled(rng, 256, 16),
            doubled(rng, 5, 3),
            doubled(rng, 6, 25),
            (doubled(rng, 1024)[0] + 1, 2),
        )
    },
    seed=441,
    mistakes={
        "⌊log₂⌋ is too little where the number of terms is no power of two: a tree needs ⌈log₂⌉": (
            lambda T, U: 2 + floor_log2(U) + floor_log2(T)
        ),
        "one step is missing: the products of a score take one, and so does the exponential": (
            lambda T, U: 1 + clog2(U) + clog2(T)
        ),
        "the products and the exponential are steps too": lambda T, U: clog2(U) + clog2(T),
        "two trees, one after the other: each is rounded up": lambda T, U: 2 + clog2(T * U),
        "a logarithm is not a whole number of steps: round each up": (
            lambda T, U: 2 + np.log2(U) + np.log2(T)
        ),
        "the products of a score are added one after another; here by a tree": (
            lambda T, U: U + 1 + clog2(T),
            lambda T, U: U + 2 + clog2(T),
        ),
        "the exponentials are added one after another; here by a tree": (
            lambda T, U: 1 + clog2(U) + T,
            lambda T, U: 2 + clog2(U) + T,
        ),
        "sums are formed one term after another; here by trees": (
            lambda T, U: U + 1 + T,
            lambda T, U: U + T,
            lambda T, U: U + 2 + T,
        ),
        "the division is included; here the time ends with Z": (
            lambda T, U: 3 + clog2(U) + clog2(T)
        ),
        "the maximum is found and subtracted; here it isn't": (
            lambda T, U: 3 + clog2(U) + 2 * clog2(T)
        ),
        "these are natural logarithms; a tree adds in pairs, ⌈log₂⌉": (
            lambda T, U: 2 + np.ceil(np.log(T)) + np.ceil(np.log(U)),
            lambda T, U: 2 + np.log(T) + np.log(U),
        ),
        "a power of two, 2^k, needs k steps: ⌈log₂⌉, and not the number of bits": (
            lambda T, U: 2 + T.bit_length() + U.bit_length()
        ),
        "Z is a sum over all T keys: a tree of its own": (
            lambda T, U: 2 + clog2(U),
            lambda T, U: 1 + clog2(U),
        ),
        "a score is a sum of U products: a tree of its own": (
            lambda T, U: 2 + clog2(T),
            lambda T, U: 1 + clog2(T),
        ),
    },
)
with_growth_alike(
    growth_of_softmax,
    steps_of_softmax,
    {
        "sums are formed one term after another; here by trees": (
            "sums are formed one term after another; a tree needs log n steps"
        ),
        "the products of a score are added one after another; here by a tree": (
            "the U products of a score are added one after another; a tree needs log U steps"
        ),
        "the exponentials are added one after another; here by a tree": (
            "the T exponentials are added one after another; a tree needs log T steps"
        ),
        "Z is a sum over all T keys: a tree of its own": (
            "Z is a sum of T exponentials, which takes time too"
        ),
        "a score is a sum of U products: a tree of its own": (
            "a score is a sum of U products, which takes time too"
        ),
    },
)
