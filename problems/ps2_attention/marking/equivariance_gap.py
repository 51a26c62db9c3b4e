import numpy as np

WORDS = """
against-unpermuted-output: this compares Sa[XP] with Sa[X]: the outputs move with their tokens
output-permuted-back: the output is permuted the other way round: Pᵀ in place of P
both-permuted-back: both sides are permuted the other way round: Pᵀ in place of P
rows-permuted: the rows are permuted; tokens are columns
no-absolute-values: without absolute values the largest negative difference is lost
largest-entries-compared: the two sides are compared entry by entry, not by the largest entry of
    each
range: this is the range, from the smallest difference to the largest
mean: this is the mean, not the largest
mean-square: this is the mean square, or its root; the largest is asked for
largest-norm-or-sum: this is the largest norm or sum of a row or column; the largest entry is asked
    for
spectral-norm: this is the spectral norm, not the largest entry
sum: this is the sum, not the largest
frobenius-norm: this is the Frobenius norm, not the largest entry
largest-square: this is the largest square
relative: this is relative to the outputs; the difference itself is asked for
"""


def two_sides(attention, X, permutation):
    P = np.eye(len(permutation))[:, permutation]
    return attention(X @ P), attention(X) @ P


def by_definition(attention, X, permutation):
    left, right = two_sides(attention, X, permutation)
    gap = max(abs(a - b) for a, b in zip(left.flat, right.flat, strict=True))
    return 0.0 if gap < 1e-12 else gap  # rounding


def with_mistake(measure):
    def wrong(*arguments):
        left, right = two_sides(*arguments)
        return measure(left - right)

    return wrong


def cases(rng):
    """No permutation is its own inverse, and none leaves a token in its place."""
    return {
        "plain": checks.case(
            plain_attention, rng.normal(size=(3, 5)), np.array([2, 0, 3, 4, 1]), weight=1
        ),
        "causal": checks.case(
            causal_attention, rng.normal(size=(6, 5)), np.array([1, 2, 4, 0, 3]), weight=3
        ),
        "with positions": checks.case(
            attention_with_positions, rng.normal(size=(2, 4)), np.array([1, 2, 3, 0]), weight=2
        ),
        "causal, seven tokens": checks.case(
            causal_attention, rng.normal(size=(4, 7)), np.array([3, 0, 1, 6, 2, 4, 5]), weight=2
        ),
    }


checks.words(WORDS)
checks.arrays(
    equivariance_gap,
    oracle=by_definition,
    cases=cases,
    seed=32,
    mistakes={
        "against-unpermuted-output": (lambda f, X, p: np.max(np.abs(f(X[:, p]) - f(X)))),
        "output-permuted-back": (
            lambda f, X, p: np.max(np.abs(f(X[:, p]) - f(X)[:, np.argsort(p)]))
        ),
        "both-permuted-back": (lambda f, X, p: by_definition(f, X, np.argsort(p))),
        "rows-permuted": (
            lambda f, X, p: np.max(np.abs(f(X[p]) - f(X)[p])),
            lambda f, X, p: np.max(np.abs(f(X[:, p]) - f(X)[p])),
            lambda f, X, p: np.max(np.abs(f(X[p]) - f(X)[:, p])),
        ),
        "no-absolute-values": (
            with_mistake(np.max),
            with_mistake(lambda d: abs(np.max(d))),
            lambda f, X, p: np.max(np.abs(f(X[:, p])) - np.abs(f(X)[:, p])),
        ),
        "largest-entries-compared": (
            lambda f, X, p: abs(np.max(f(X[:, p])) - np.max(f(X))),
            lambda f, X, p: abs(np.max(np.abs(f(X[:, p]))) - np.max(np.abs(f(X)))),
        ),
        "range": with_mistake(np.ptp),
        "mean": with_mistake(lambda d: np.mean(np.abs(d))),
        "mean-square": (
            with_mistake(lambda d: np.mean(d**2)),
            with_mistake(lambda d: np.mean(d**2) ** 0.5),
        ),
        "largest-norm-or-sum": [
            with_mistake(lambda d, n=n, a=a: np.max(np.linalg.norm(d, n, axis=a)))
            for n in (1, 2)
            for a in (0, 1)
        ],
        "spectral-norm": with_mistake(lambda d: np.linalg.norm(d, 2)),
        "sum": with_mistake(lambda d: np.sum(np.abs(d))),
        "frobenius-norm": with_mistake(np.linalg.norm),
        "largest-square": with_mistake(lambda d: np.max(d**2)),
        "relative": (
            lambda f, X, p: by_definition(f, X, p) / np.max(np.abs(f(X))),
            lambda f, X, p: by_definition(f, X, p) / np.max(np.abs(f(X[:, p]))),
        ),
    },
)
