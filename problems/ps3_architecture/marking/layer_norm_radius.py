from types import SimpleNamespace

import numpy as np

WORDS = """
gamma-without-absolute-value: a length is never negative, and gamma may be
gamma-squared: gamma is a factor of every entry, so of the length: |gamma|, not gamma²
gamma-root: gamma is a factor of every entry, so of the length: |gamma|, not its root
gamma-missing: gamma is missing
root-of-d-minus-1: z has d entries with a mean square of 1: length √d, not √(d − 1)
d-for-root-d: z has d entries with a mean square of 1: length √d, not d
root-d-missing: the factor √d is missing: z has d entries
eps-ignored: eps makes z shorter than √d where it is not small beside the variance
not-normalised: this is the length of x − μ, scaled by gamma: x is not divided by its spread
root-missing: a length goes with the root: √(σ²/(σ² + ε)), not σ²/(σ² + ε)
eps-added-to-deviation: eps is added to the variance, under the root, not to σ
variance-missing-beside-eps: eps counts beside the variance: √(σ²/(σ² + ε)), not √(1/(1 + ε))
upside-down: upside down: √(σ²/(σ² + ε))
multiplied-by-deviation: multiplied by √(σ² + ε); x − μ, of length σ√d, is divided by it
variance-above-the-line: σ² stands above the line; x − μ has length σ√d
divided-by-variance: divided by σ² + ε; its root is missing
deviation-missing: x − μ has length σ√d: the factor σ is missing
squared: this is the square of the length
"""


def by_definition(gamma, variance, d, eps):
    token = np.array([j % 2 for j in range(d)], dtype=float)  # any token, scaled to its variance
    token = (token - token.mean()) * np.sqrt(variance / token.var())
    z = token / np.sqrt(variance + eps)
    return np.sqrt(sum((gamma * entry) ** 2 for entry in z))


PARTS = {
    "size": lambda s: abs(s.gamma),
    "root": lambda s: np.sqrt(s.d),
    "shrink": lambda s: np.sqrt(s.v / (s.v + s.eps)),
    "length": lambda s: s.size * s.root * s.shrink,
}


def product_of_parts(**changed):
    """The length as a product, in which these parts are replaced."""

    def wrong(gamma, variance, d, eps):
        s = SimpleNamespace(gamma=gamma, v=np.float64(variance), d=d, eps=eps)
        for name, part in (PARTS | changed).items():
            setattr(s, name, part(s))
        return s.length

    return wrong


def cases(rng):
    gamma, variance, eps = rng.uniform(0.3, 2.5, size=(3, 6)).tolist()
    return {
        "eps = 0, gamma > 0": checks.case(gamma[0], variance[0], 7, 0.0),
        "eps = 0, gamma < 0": checks.case(-gamma[1], variance[1], 5, 0.0),
        "eps > 0, gamma > 0": checks.case(gamma[2], variance[2], 6, eps[2], weight=0.75),
        "eps > 0, gamma < 0": checks.case(-gamma[3], variance[3], 11, eps[3], weight=0.75),
        "no variance": checks.case(gamma[4], 0.0, 5, eps[4], weight=0.5),
    }


checks.words(WORDS)
checks.arrays(
    layer_norm_radius,
    oracle=by_definition,
    walk=product_of_parts,
    cases=cases,
    seed=62,
    mistakes={
        "gamma-without-absolute-value": {"size": lambda s: s.gamma},
        "gamma-squared": {"size": lambda s: s.gamma**2},
        "gamma-root": {"size": lambda s: np.sqrt(abs(s.gamma))},
        "gamma-missing": {"size": lambda s: 1},
        "root-of-d-minus-1": {"root": lambda s: np.sqrt(s.d - 1)},
        "d-for-root-d": {"root": lambda s: s.d},
        "root-d-missing": {"root": lambda s: 1},
        "eps-ignored": ({"shrink": lambda s: 1}, {"shrink": lambda s: np.sqrt(s.v / s.v)}),
        "not-normalised": {"shrink": lambda s: np.sqrt(s.v)},
        "root-missing": {"shrink": lambda s: s.v / (s.v + s.eps)},
        "eps-added-to-deviation": {"shrink": lambda s: np.sqrt(s.v) / (np.sqrt(s.v) + s.eps)},
        "variance-missing-beside-eps": {"shrink": lambda s: np.sqrt(1 / (1 + s.eps))},
        "upside-down": (
            {"shrink": lambda s: np.sqrt((s.v + s.eps) / s.v)},
            {"shrink": lambda s: np.sqrt((s.v + s.eps) / s.v) if s.v else 0},
        ),
        "multiplied-by-deviation": {"shrink": lambda s: np.sqrt(s.v + s.eps)},
        "variance-above-the-line": {"shrink": lambda s: s.v / np.sqrt(s.v + s.eps)},
        "divided-by-variance": {"shrink": lambda s: np.sqrt(s.v) / (s.v + s.eps)},
        "deviation-missing": {"shrink": lambda s: 1 / np.sqrt(s.v + s.eps)},
        "squared": {"length": lambda s: (s.size * s.root * s.shrink) ** 2},
    },
)
