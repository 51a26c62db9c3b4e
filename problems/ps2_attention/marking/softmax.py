import numpy as np

from examiner.checks import axis, drop, replace

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
            large(rng, (6, 4), [0.0, 3000.0, 2999.0, -3000.0]), weight=0.5
        ),
    }


LARGEST, TOTAL = "z.max(axis=-1, keepdims=True)", "e.sum(axis=-1, keepdims=True)"


def scores(changed):
    return replace("z = np.asarray(z)", f"z = {changed}")


checks.words(WORDS)
checks.arrays(
    softmax,
    oracle=by_definition,
    cases=cases,
    seed=21,
    float32=True,
    reference=checks.Reference(SOLUTION, globals()),
    mistakes={
        "overflow": drop(f"- {LARGEST}"),
        "overflow-above-mean": replace("z.max", "z.mean"),
        "overflow-above-smallest": replace("z.max", "z.min"),
        "sum-along-first-axis": axis(-1, to=0),
        "sum-along-axis-1": scores("z; last = min(z.ndim - 1, 1)") + axis(-1, to="last"),
        "powers-of-two": replace("np.exp", "np.exp2"),
        "scores-clipped": [
            scores(f"np.clip(z, -{most}, {most})") for most in (50, 88, 100, 500, 700, 709)
        ],
        "small-number-in-denominator": [
            replace(TOTAL, f"({TOTAL} + 1e-{power})") for power in range(3, 10)
        ],
        "one-sum-for-all": (
            axis(-1, to=None),
            replace(TOTAL, "e.sum()"),
            drop(f"- {LARGEST}") + replace(TOTAL, "e.sum()"),
        ),
        "divided-by-largest": (
            scores(f"z / {LARGEST}"),
            scores("z / np.abs(z).max(axis=-1, keepdims=True)"),
            scores("z / z.max()"),
        ),
        "largest-of-all-subtracted": replace(LARGEST, "z.max()"),
        "logarithm": replace(f"e / {TOTAL}", f"z - {LARGEST} - np.log({TOTAL})"),
    },
)
