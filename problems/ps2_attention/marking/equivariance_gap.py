import numpy as np

ERRORS = """
against-unpermuted-output: this compares Sa[XP] with Sa[X]: the outputs move with their tokens
    :: right = attention(X)
output-permuted-back: the output is permuted the other way round: Pᵀ in place of P
    :: right = attention(X)[:, np.argsort(permutation)]
both-permuted-back: both sides are permuted the other way round: Pᵀ in place of P
    :: permutation = np.argsort(permutation)
input-permuted-back: the input alone is permuted the other way round: Pᵀ in place of P
    :: left = attention(X[:, np.argsort(permutation)])
rows-permuted: the rows are permuted; tokens are columns :: [:, permutation] => [permutation]
no-absolute-values: without the absolute value of each difference the largest negative one is lost
    :: return np.max(left - right) :: return abs(np.max(left - right))
    :: return np.max(np.abs(left) - np.abs(right))
largest-entries-compared: the two sides are compared entry by entry, not by the largest entry of
    each :: return abs(np.max(left) - np.max(right))
    :: return abs(np.max(np.abs(left)) - np.max(np.abs(right)))
range: this is the range, from the smallest difference to the largest :: return np.ptp(left - right)
mean: this is the mean, not the largest :: return np.mean(np.abs(left - right))
mean-square: this is the mean square, or its root; the largest is asked for
    :: return np.mean((left - right) ** 2) ** [1 ~ 0.5]
largest-norm-or-sum: this is the largest norm or sum of a row or column; the largest entry is asked
    for :: return np.max(np.linalg.norm(left - right, [1 ~ 2], axis=[0 ~ 1]))
spectral-norm: this is the spectral norm, not the largest entry
    :: return np.linalg.norm(left - right, 2)
sum: this is the sum, not the largest :: return np.sum(np.abs(left - right))
frobenius-norm: this is the Frobenius norm, not the largest entry
    :: return np.linalg.norm(left - right)
gap-or-none: this is whether there is a gap; how large it is, is asked for
    :: return float(not np.allclose(left, right)) :: return float(np.allclose(left, right))
largest-square: this is the largest square :: return np.max((left - right) ** 2)
relative: this is relative to the outputs; the difference itself is asked for
    :: return _ / np.max(np.abs([attention(X) ~ left]))
"""


def by_definition(attention, X, permutation):
    P = np.eye(len(permutation))[:, permutation]
    left, right = attention(X @ P), attention(X) @ P
    gap = max(abs(a - b) for a, b in zip(left.flat, right.flat, strict=True))
    return 0.0 if gap < 1e-12 else gap  # rounding


def cases(rng):
    """No permutation is its own inverse, and none leaves a token in its place."""

    def moved(attention, d, permutation, **how):
        """Where there is a difference, the largest one is negative."""
        permutation = np.array(permutation)
        while True:
            X = rng.normal(size=(d, len(permutation)))
            difference = attention(X[:, permutation]) - attention(X)[:, permutation]
            if attention is plain_attention or difference.max() < -difference.min():
                return checks.case(attention, X, permutation, **how)

    return {
        "plain": moved(plain_attention, 3, [2, 0, 3, 4, 1], weight=1),
        "causal": moved(causal_attention, 6, [1, 2, 4, 0, 3], weight=3),
        "with positions": moved(attention_with_positions, 2, [1, 2, 3, 0], weight=2),
        "causal, seven tokens": moved(causal_attention, 4, [3, 0, 1, 6, 2, 4, 5], weight=2),
    }


checks.arrays(
    equivariance_gap,
    oracle=by_definition,
    cases=cases,
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=ERRORS,
    guesses={"gap-or-none"},
)
