import numpy as np

from examiner.checks import drop, replace

WORDS = """
outer-product-missing: this is diag(y): the term −y yᵀ is missing
outer-product-added: y yᵀ is added here; it is subtracted
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


def exact(scores):
    """Of few binary digits: float32 holds them, too."""
    return np.round(8 * scores) / 8


def cases(rng):
    return {
        "the 25 numbers at z = (−3, 1, 100, 5, −1)": checks.case(PRINTED, weight=3, atol=PINNED),
        "three scores": checks.case(rng.normal(size=3), weight=2),
        "six scores": checks.case(rng.normal(size=6), weight=2),
        # So far apart that it has to be the largest which is subtracted.
        "scores in the thousands": checks.case(exact(THOUSANDS + rng.normal(size=4)), weight=1),
        "scores 707 apart": checks.case(
            FAR,
            weight=0,
            atol=np.diag([0.0, 1e-30]),
            rtol=1e-13,  # formulas are within 1e-15; a step h leaves h·1e-307, with digits lost
            telltale="numerical differentiation, which the question excludes: a step into the"
            " complex plane, of which too little is left where the derivatives are near 10⁻³⁰⁰",
        ),
    }


FORMULA = """
def jacobian(z):
    e = np.exp(z - z.max())
    y = e / e.sum()
    return np.diag(y) - np.outer(y, y)
"""
DIFFERENCE = "np.diag(y) - np.outer(y, y)"
SMALL = [float(f"1e-{power}") for power in range(4, 17)]


def returns(what):
    return replace(DIFFERENCE, what)


def both_ways(edits):
    """The Jacobian by formulas, in the ways to write it, from outputs that lost digits."""
    return [
        way for edit in edits for way in (edit, edit + returns("y[:, None] * (np.eye(len(y)) - y)"))
    ]


def outputs_as(changed, numbers=SMALL):
    return both_ways([replace("e / e.sum()", changed.format(number)) for number in numbers])


checks.words(WORDS)
checks.arrays(
    softmax_jacobian,
    oracle=by_definition,
    cases=cases,
    seed=22,
    float32=True,
    reference=checks.Reference(FORMULA, globals()),
    mistakes={
        "outer-product-missing": drop("- np.outer(y, y)"),
        "outer-product-added": replace("- np.outer", "+ np.outer"),
        "diagonal-only": returns("np.diag(y * (1 - y))"),
        "off-diagonal-sign": returns("np.diag(y - 2 * y**2) + np.outer(y, y)"),
        "diagonal-minus-square": drop("np.diag(y)"),
        "entry-by-entry": returns("y * (1 - y)"),
        "one-minus-everywhere": returns("y[:, None] * (1 - y)"),
        "diagonal-without-square": replace("np.diag(y)", "np.diag(y + y**2)"),
        "square-subtracted-twice": replace("np.diag(y)", "np.diag(y - y**2)"),
        "mean-in-place-of-outer-product": replace("np.outer(y, y)", "y[:, None] / len(y)"),
        "log-softmax": returns("np.eye(len(y)) - y"),
        "sign-reversed": returns("np.outer(y, y) - np.diag(y)"),
        "overflow": drop("- z.max()"),
        "float32-overflow": replace("z - z.max()", "np.float32(z)"),
        "float32-underflow": both_ways(
            replace("z - z.max()", scores)
            for scores in ("np.float32(z) - np.float32(z.max())", "np.float32(z - z.max())")
        ),
        "small-number-in-denominator": outputs_as("e / (e.sum() + {})"),
        "small-number-in-outputs": [
            *outputs_as("e / e.sum() + {}"),
            *outputs_as("(e / e.sum() + {0}) / (e / e.sum() + {0}).sum()"),
        ],
        "small-outputs-clipped": [
            *outputs_as("np.clip(e / e.sum(), {0}, 1 - {0})"),
            *outputs_as("np.clip(e / e.sum(), {}, None)"),
        ],
        "outputs-rounded": outputs_as("np.round(e / e.sum(), {})", range(3, 13)),
        "small-number-in-one-minus-y": [
            lambda z, eps=eps: by_definition(z) + eps * np.diag(outputs(z)) for eps in SMALL
        ],
    },
    by_formulas=True,
)
