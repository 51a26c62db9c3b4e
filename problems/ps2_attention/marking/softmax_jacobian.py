import numpy as np

FORMULA = """
def jacobian(z):
    e = np.exp(z - z.max())
    y = e / e.sum()
    return np.diag(y) - np.outer(y, y)
"""
SMALL = f"[{' ~ '.join(f'1e-{power}' for power in range(4, 17))}]"
BOTH = "return [_ ~ y[:, None] * (np.eye(len(y)) - y)]"  # the ways to write it; digits are lost
ERRORS = f"""
outer-product-missing: this is diag(y): the term −y yᵀ is missing :: return np.diag(y)
number-for-outer-product: one number, Σ y², is taken from every entry, as y @ y.T is for a vector y;
    entry i, j of y yᵀ is y_i y_j :: return np.diag(y) - y @ y
outer-product-added: y yᵀ is added here; it is subtracted :: return np.diag(y) + np.outer(y, y)
diagonal-only: only the diagonal: every output depends on every score, through the sum
    :: return np.diag(y * (1 - y))
off-diagonal-sign: the off-diagonal entries have the wrong sign
    :: return np.diag(y - 2 * y**2) + np.outer(y, y)
diagonal-minus-square: the diagonal is −y_i²: the derivative of the numerator is missing
    :: return -np.outer(y, y)
entry-by-entry: this is y (1 − y) entry by entry, a vector: a Jacobian has an entry for every pair
    :: return y * (1 - y)
one-minus-everywhere: this is y_i (1 − y_j) everywhere; off the diagonal it is −y_i y_j
    :: return y[:, None] * (1 - y)
diagonal-without-square: the diagonal is y_i here; it is y_i − y_i² :: return _ + np.diag(y**2)
square-subtracted-twice: y_i² is subtracted twice on the diagonal :: return _ - np.diag(y**2)
mean-in-place-of-outer-product: this is diag(y) − y 1ᵀ/n; subtract y yᵀ
    :: return np.diag(y) - y[:, None] / len(y)
log-softmax: this is the Jacobian of log softmax :: return np.eye(len(y)) - y
sign-reversed: the sign is reversed :: return -_
overflow: the exponentials overflow: subtract the largest score first :: e = np.exp(z)
float32-overflow: computed in float32, where even exp(100) overflows :: e = np.exp(np.float32(z))
float32-underflow: computed in float32, which has nothing below 1e-45
    :: e = np.exp([np.float32(z) - np.float32(z.max()) ~ np.float32(z - z.max())]) && {BOTH}
small-number-in-normaliser: a small number is added to the normaliser, which is never 0
    :: y = e / (e.sum() + {SMALL}) && {BOTH}
small-number-in-outputs: a small number is added to the outputs :: y = y + {SMALL} && {BOTH}
    :: y = (y := y + {SMALL}) / y.sum() && {BOTH}
small-outputs-clipped: small outputs are clipped
    :: y = np.clip(y, small := {SMALL}, 1 - small) && {BOTH}
    :: y = np.clip(y, {SMALL}, None) && {BOTH}
outputs-rounded: the outputs are rounded, or the tiny ones cut to 0
    :: y = np.round(y, [3 ~ 4 ~ 5 ~ 6 ~ 7 ~ 8 ~ 9 ~ 10 ~ 11 ~ 12]) && {BOTH}
small-number-in-one-minus-y: a small number is added to 1 − y
    :: return by_definition(z) + {SMALL} * np.diag(outputs(z))
diagonal-doubled: the diagonal is there twice :: return _ + np.diag(np.diag(_))
    :: return np.diag(2 * y * (1 - y) + y**2) - np.outer(y, y)
one-output-in-both-places: off the diagonal stands y_i twice; it is −y_i y_j
    :: return y[:, None] * (np.eye(len(y)) - y[:, None]) :: return y * (np.eye(len(y)) - y)
"""


PRINTED = np.array([-3.0, 1.0, 100.0, 5.0, -1.0])
# All outputs but two are 1e-50 to 1e-307, just a float with all its digits, many near the end.
FAR = -np.concatenate([[0.0, 1.0], np.linspace(115, 700, 220), np.linspace(700, 707, 40)])
PINNED = np.where(np.outer(PRINTED == 100, PRINTED == 100), 1e-30, 0.0)


def outputs(z):
    largest = max(z)
    powers = [np.exp(score - largest) for score in z]
    return np.array(powers) / sum(powers)


def by_definition(z):
    y = outputs(z)
    J = -np.outer(y, y)
    for i in range(len(z)):
        J[i, i] = y[i] * np.delete(y, i).sum()
    return J


THOUSANDS = np.array([1000.0, 2000.0, -3000.0, 1999.0])


def exact(scores):
    """Of few binary digits: float32 holds them, too."""
    return np.round(8 * scores) / 8


def by_steps(answer, expected):
    """Whether tiny derivatives lack digits, as where a step is multiplied by them: some are too
    large, others too small. What rounds them to 0, or adds a tiny number, errs to one side.
    """
    got, right = (np.append(J[0, 2:], J[2:, 0]) for J in (answer, expected))
    off = got / right - 1
    off = off[(np.abs(off) > 1e-12) & (np.abs(off) < 0.3)]
    return bool((off > 0).any() and (off < 0).any())


def cases(rng):
    return {
        "the 25 numbers at z = (−3, 1, 100, 5, −1)": checks.case(PRINTED, weight=3, atol=PINNED),
        "three scores": checks.case(rng.normal(size=3), weight=2),
        "six scores": checks.case(rng.normal(size=6), weight=2),
        # So far apart that it has to be the largest which is subtracted.
        "scores in the thousands": checks.case(exact(THOUSANDS + rng.normal(size=4)), weight=1),
        "scores down to −707": checks.case(
            FAR,
            weight=0,
            atol=1e-9,
            telltale="numerical differentiation, which the question excludes: a step into the"
            " complex plane, of which too little is left where the derivatives are tiny",
            shows=by_steps,
        ),
    }


checks.arrays(
    softmax_jacobian,
    oracle=by_definition,
    cases=cases,
    float32=True,
    reference=checks.Reference(FORMULA, globals()),
    mistakes=ERRORS,
    slight={"small-number-in-normaliser", "small-number-in-outputs", "small-number-in-one-minus-y"},
    by_formulas=True,
)
