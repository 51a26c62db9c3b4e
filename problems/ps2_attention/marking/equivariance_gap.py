import numpy as np

from examiner.checks import name, replace

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


LEFT, RIGHT = "attention(X[:, permutation])", "attention(X)[:, permutation]"


def measure(of_difference):
    return replace(f"np.max(np.abs({LEFT} - {RIGHT}))", of_difference.format(f"({LEFT} - {RIGHT})"))


checks.words(WORDS)
checks.arrays(
    equivariance_gap,
    oracle=by_definition,
    cases=cases,
    seed=32,
    reference=checks.Reference(SOLUTION, globals()),
    mistakes={
        "against-unpermuted-output": replace(RIGHT, "attention(X)"),
        "output-permuted-back": replace(RIGHT, "attention(X)[:, np.argsort(permutation)]"),
        "both-permuted-back": name("permutation", to="np.argsort(permutation)"),
        "rows-permuted": (
            replace("[:, permutation]", "[permutation]", everywhere=True),
            replace(RIGHT, "attention(X)[permutation]"),
            replace(LEFT, "attention(X[permutation])"),
        ),
        "no-absolute-values": (
            measure("np.max{}"),
            measure("abs(np.max{})"),
            measure(f"np.max(np.abs({LEFT}) - np.abs({RIGHT}))"),
        ),
        "largest-entries-compared": (
            measure(f"abs(np.max({LEFT}) - np.max({RIGHT}))"),
            measure(f"abs(np.max(np.abs({LEFT})) - np.max(np.abs({RIGHT})))"),
        ),
        "range": measure("np.ptp{}"),
        "mean": measure("np.mean(np.abs{})"),
        "mean-square": (measure("np.mean({}**2)"), measure("np.mean({}**2) ** 0.5")),
        "largest-norm-or-sum": [
            measure(f"np.max(np.linalg.norm({{}}, {order}, axis={axis}))")
            for order in (1, 2)
            for axis in (0, 1)
        ],
        "spectral-norm": measure("np.linalg.norm({}, 2)"),
        "sum": measure("np.sum(np.abs{})"),
        "frobenius-norm": measure("np.linalg.norm{}"),
        "largest-square": measure("np.max({}**2)"),
        "relative": (
            measure("np.max(np.abs{}) / np.max(np.abs(attention(X)))"),
            measure(f"np.max(np.abs{{}}) / np.max(np.abs({LEFT}))"),
        ),
    },
)
