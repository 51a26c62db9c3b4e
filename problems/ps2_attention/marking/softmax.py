import numpy as np

WORDS = """
overflow: the exponentials overflow: subtract the largest score first
overflow-above-mean: subtract the largest score: far above the mean the exponentials still overflow
overflow-above-smallest: subtract the largest score: far above the smallest the exponentials
    overflow
sum-along-first-axis: the sum runs along the first axis, not the last
sum-along-axis-1: the sum runs along axis 1, not along the last
powers-of-two: these are powers of 2, not of e
scores-clipped: the scores are clipped: subtract each row's largest score instead
small-number-in-denominator: a small number is added to the denominator: with e⁰ in it, the sum is
    never 0
one-sum-for-all: the sum runs over all entries; each row has a sum of its own
divided-by-largest: the scores are divided by the largest; subtract it
largest-of-all-subtracted: subtract each row's own largest score, not the largest of all
logarithm: this is the logarithm of the softmax
"""


def by_definition(z):
    y = np.empty(z.shape)
    for row in np.ndindex(z.shape[:-1]):
        powers = [np.exp(score - max(z[row])) for score in z[row]]
        y[row] = [power / sum(powers) for power in powers]
    return y


def by_shifted(z):
    return np.exp(z) / np.exp(z).sum(axis=-1, keepdims=True)


def large(rng, shape, middle):
    """Scores around `middle` that float32 holds exactly: rounding them first costs nothing."""
    return (rng.normal(size=shape) + np.array(middle)).astype(np.float32).astype(float)


def cases(rng):
    return {
        "a vector": checks.case(rng.normal(size=4)),
        "the rows of a matrix": checks.case(rng.normal(size=(3, 5))),
        "three axes": checks.case(rng.normal(size=(2, 4, 3)), weight=0.5),
        "scores in the thousands": checks.case(large(rng, (2, 4), 1000.0), weight=0.5),
        "rows of very different size": checks.case(
            large(rng, (2, 3), [[2000.0], [-2000.0]]), weight=0.5
        ),
        "scores far apart in a row": checks.case(
            large(rng, (2, 4), [0.0, 3000.0, 2999.0, -3000.0]), weight=0.5
        ),
    }


checks.words(WORDS)
checks.arrays(
    softmax,
    oracle=by_definition,
    cases=cases,
    seed=21,
    float32=True,
    mistakes={
        "overflow": lambda z: np.exp(z) / np.exp(z).sum(axis=-1, keepdims=True),
        "overflow-above-mean": (lambda z: by_shifted(z - z.mean(axis=-1, keepdims=True))),
        "overflow-above-smallest": (lambda z: by_shifted(z - z.min(axis=-1, keepdims=True))),
        "sum-along-first-axis": lambda z: (
            np.exp(z - z.max(axis=0)) / np.exp(z - z.max(axis=0)).sum(axis=0)
        ),
        "sum-along-axis-1": lambda z: (
            np.exp(z - z.max(axis=min(z.ndim - 1, 1), keepdims=True))
            / np.exp(z - z.max(axis=min(z.ndim - 1, 1), keepdims=True)).sum(
                axis=min(z.ndim - 1, 1), keepdims=True
            )
        ),
        "powers-of-two": lambda z: by_definition(z * np.log(2)),
        "scores-clipped": [
            lambda z, most=most: by_definition(np.clip(z, -most, most))
            for most in (50, 88, 100, 500, 700, 709)
        ],
        "small-number-in-denominator": [
            lambda z, eps=10.0**-power: (
                np.exp(z - z.max(axis=-1, keepdims=True))
                / (np.exp(z - z.max(axis=-1, keepdims=True)).sum(axis=-1, keepdims=True) + eps)
            )
            for power in range(3, 10)
        ],
        "one-sum-for-all": (
            lambda z: np.exp(z - z.max()) / np.exp(z - z.max()).sum(),
            lambda z: (
                np.exp(z - z.max(axis=-1, keepdims=True))
                / np.exp(z - z.max(axis=-1, keepdims=True)).sum()
            ),
            lambda z: np.exp(z) / np.exp(z).sum(),
        ),
        "divided-by-largest": (
            lambda z: by_definition(z / z.max(axis=-1, keepdims=True)),
            lambda z: by_definition(z / np.abs(z).max(axis=-1, keepdims=True)),
            lambda z: by_definition(z / z.max()),
        ),
        "largest-of-all-subtracted": lambda z: (
            np.exp(z - z.max()) / np.exp(z - z.max()).sum(axis=-1, keepdims=True)
        ),
        "logarithm": lambda z: (
            z
            - z.max(axis=-1, keepdims=True)
            - np.log(np.exp(z - z.max(axis=-1, keepdims=True)).sum(axis=-1, keepdims=True))
        ),
    },
)
