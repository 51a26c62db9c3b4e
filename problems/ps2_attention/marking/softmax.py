import numpy as np

ERRORS = """
overflow: the exponentials overflow: subtract the largest score first
    :: - z.max(axis=-1, keepdims=True) ->
overflow-above-smaller: subtract the largest score: far above the mean, or the smallest, the
    exponentials still overflow :: z.max -> [z.mean ~ z.min]
sum-along-first-axis: the sum runs along the first axis, not the last :: axis=-1 => axis=0
sum-along-axis-1: the sum runs along axis 1, not along the last
    :: last = min(z.ndim - 1, 1) && axis=-1 => axis=last
sum-along-axis-before-last: the sum runs along the axis before the last, not along the last
    :: last = max(z.ndim - 2, 0) && axis=-1 => axis=last :: axis=-1 => axis=-2
powers-of-two: these are powers of 2, not of e :: np.exp -> np.exp2
scores-clipped: the scores are clipped: subtract each row's largest score instead
    :: most = [50 ~ 88 ~ 100 ~ 500 ~ 700 ~ 709] && z = np.clip(z, -most, most)
small-number-in-normaliser: a small number is added to the normaliser: with e⁰ in it, the sum is
    never 0 :: return e / (e.sum(axis=-1, keepdims=True) + 1e-[3 ~ 4 ~ 5 ~ 6 ~ 7 ~ 8 ~ 9])
one-sum-for-all: the sum runs over all entries; each row has a sum of its own
    :: axis=-1 => axis=None :: return e / e.sum() :: e = np.exp(z) && return e / e.sum()
divided-by-largest: the scores are divided by the largest; subtract it
    :: z = z / [z ~ np.abs(z)].max(axis=-1, keepdims=True) :: z = z / z.max()
largest-of-all-subtracted: subtract each row's own largest score, not the largest of all
    :: e = np.exp(z - z.max())
largest-along-another-axis: the largest score is taken along another axis than the sum: what is
    subtracted must be one number for a whole row
    :: e = np.exp(z - z.max(axis=0))
sign-reversed: this is the softmax of −z: the sign of the scores is reversed :: z = -z
logarithm: this is the logarithm of the softmax
    :: z = z - z.max(axis=-1, keepdims=True) && return z - np.log(e.sum(axis=-1, keepdims=True))
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


checks.arrays(
    softmax,
    oracle=by_definition,
    cases=cases,
    float32=True,
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=ERRORS,
    slight={"small-number-in-normaliser"},
    others={"as `column_softmax`, which is given": column_softmax},
)
