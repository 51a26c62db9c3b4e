import numpy as np

WORDS = """
outer-product-missing: this is diag(y): the term −y yᵀ is missing
diagonal-only: only the diagonal: every output depends on every score, through the sum
off-diagonal-sign: the off-diagonal entries have the wrong sign
diagonal-minus-square: the diagonal is −y_i²: the derivative of the numerator is missing
entry-by-entry: this is y (1 − y) entry by entry, a vector: a Jacobian has an entry for every pair
one-minus-everywhere: this is y_i (1 − y_j) everywhere; off the diagonal it is −y_i y_j
diagonal-without-square: the diagonal is y_i here; it is y_i − y_i²
square-subtracted-twice: y_i² is subtracted twice on the diagonal
mean-in-place-of-outer-product: this is diag(y) − y 1ᵀ/n; subtract y yᵀ
log-softmax: this is the Jacobian of log softmax
sign-reversed: the sign is reversed
overflow: the exponentials overflow: subtract the largest score first
float32-overflow: computed in float32, where even exp(100) overflows
float32-underflow: computed in float32, which has nothing below 1e-45
small-number-in-denominator: a small number is added to a denominator
small-number-in-outputs: a small number is added to the outputs
small-outputs-clipped: small outputs are clipped
outputs-rounded: the outputs are rounded, or the tiny ones cut to 0
small-number-in-one-minus-y: a small number is added to 1 − y
"""


PRINTED = np.array([-3.0, 1.0, 100.0, 5.0, -1.0])
FAR = np.array([0.0, 707.0])  # the smaller output is 1e-307, just a float with all its digits
PINNED = np.where(np.outer(PRINTED == 100, PRINTED == 100), 1e-30, 0.0)


def outputs(z):
    powers = [np.exp(score - max(z)) for score in z]
    return np.array([power / sum(powers) for power in powers])


def by_definition(z):
    y, n = outputs(z), len(z)
    J = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            J[i, j] = y[i] * sum(np.delete(y, i)) if i == j else -y[i] * y[j]
    return J


THOUSANDS = np.array([1000.0, 2000.0, -3000.0, 1999.0])


def cases(rng):
    return {
        "the 25 numbers at z = (−3, 1, 100, 5, −1)": checks.case(PRINTED, weight=3, atol=PINNED),
        "three scores": checks.case(rng.normal(size=3), weight=2),
        "six scores": checks.case(rng.normal(size=6), weight=2),
        # So far apart that it has to be the largest which is subtracted.
        "scores in the thousands": checks.case(THOUSANDS + rng.normal(size=4), weight=1),
        "scores 707 apart": checks.case(
            FAR,
            weight=0,
            atol=np.diag([0.0, 1e-30]),
            rtol=1e-13,  # formulas are within 1e-15; a step h leaves h·1e-307, with digits lost
            telltale="numerical differentiation, which the question excludes: a step into the"
            " complex plane, of which too little is left where the derivatives are near 10⁻³⁰⁰",
        ),
    }


def inexact(change):
    """The Jacobian by formulas, in the ways to write it, from outputs that lost digits: `change`
    makes these of the exponentials.
    """

    def expanded(z):
        y = change(np.exp(z - z.max()))
        return np.diag(y) - np.outer(y, y)

    def factored(z):
        y = change(np.exp(z - z.max()))
        return y[:, None] * (np.eye(len(y)) - y)

    return expanded, factored


def each_way(numbers, change):
    """The ways to lose digits with each of these numbers."""
    return [way for n in numbers for way in inexact(lambda e, n=n: change(e, n))]


def with_more_on_the_diagonal(more):
    return lambda z: by_definition(z) + more * np.diag(outputs(z))


SMALL = [float(f"1e-{power}") for power in range(4, 17)]


def without_maximum(z, kind=np.float64):
    e = np.exp(z.astype(kind))
    y = e / e.sum()
    return np.diag(y) - np.outer(y, y)


checks.words(WORDS)
checks.arrays(
    softmax_jacobian,
    oracle=by_definition,
    cases=cases,
    seed=22,
    mistakes={
        "outer-product-missing": lambda z: np.diag(outputs(z)),
        "diagonal-only": lambda z: np.diag(outputs(z) * (1 - outputs(z))),
        "off-diagonal-sign": lambda z: 2 * np.diag(np.diag(by_definition(z))) - by_definition(z),
        "diagonal-minus-square": lambda z: -np.outer(outputs(z), outputs(z)),
        "entry-by-entry": (lambda z: outputs(z) * (1 - outputs(z))),
        "one-minus-everywhere": lambda z: outputs(z)[:, None] * (1 - outputs(z)),
        "diagonal-without-square": lambda z: by_definition(z) + np.diag(outputs(z) ** 2),
        "square-subtracted-twice": lambda z: by_definition(z) - np.diag(outputs(z) ** 2),
        "mean-in-place-of-outer-product": lambda z: (
            np.diag(outputs(z)) - outputs(z)[:, None] / len(z)
        ),
        "log-softmax": lambda z: np.eye(len(z)) - outputs(z),
        "sign-reversed": lambda z: -by_definition(z),
        "overflow": without_maximum,
        "float32-overflow": lambda z: without_maximum(z, np.float32),
        "float32-underflow": [
            lambda z, way=way, cast=cast: way(cast(z))
            for way in inexact(lambda e: e / e.sum())
            for cast in (np.float32, lambda z: np.float32(z - z.max()))
        ],
        "small-number-in-denominator": each_way(SMALL, lambda e, eps: e / (e.sum() + eps)),
        "small-number-in-outputs": [
            *each_way(SMALL, lambda e, eps: e / e.sum() + eps),
            *each_way(SMALL, lambda e, eps: (e / e.sum() + eps) / (e / e.sum() + eps).sum()),
        ],
        "small-outputs-clipped": [
            *each_way(SMALL, lambda e, eps: np.clip(e / e.sum(), eps, 1 - eps)),
            *each_way(SMALL, lambda e, eps: np.clip(e / e.sum(), eps, None)),
        ],
        "outputs-rounded": each_way(range(3, 13), lambda e, places: np.round(e / e.sum(), places)),
        "small-number-in-one-minus-y": [with_more_on_the_diagonal(eps) for eps in SMALL],
    },
    by_formulas=True,
)
