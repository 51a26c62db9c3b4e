from types import SimpleNamespace

import numpy as np


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


checks.arrays(
    layer_norm_radius,
    oracle=by_definition,
    walk=product_of_parts,
    cases=cases,
    seed=62,
    mistakes={
        "a length is never negative, and gamma may be": {"size": lambda s: s.gamma},
        "gamma is a factor of every entry, so of the length: |gamma|, not gamma²": {
            "size": lambda s: s.gamma**2
        },
        "gamma is a factor of every entry, so of the length: |gamma|, not its root": {
            "size": lambda s: np.sqrt(abs(s.gamma))
        },
        "gamma is missing": {"size": lambda s: 1},
        "z has d entries with a mean square of 1: length √d, not √(d − 1)": {
            "root": lambda s: np.sqrt(s.d - 1)
        },
        "z has d entries with a mean square of 1: length √d, not d": {"root": lambda s: s.d},
        "the factor √d is missing: z has d entries": {"root": lambda s: 1},
        "eps makes z shorter than √d where it is not small beside the variance": (
            {"shrink": lambda s: 1},
            {"shrink": lambda s: np.sqrt(s.v / s.v)},
        ),
        "this is the length of x − μ, scaled by gamma: x is not divided by its spread": {
            "shrink": lambda s: np.sqrt(s.v)
        },
        "a length goes with the root: √(σ²/(σ² + ε)), not σ²/(σ² + ε)": {
            "shrink": lambda s: s.v / (s.v + s.eps)
        },
        "eps is added to the variance, under the root, not to σ": {
            "shrink": lambda s: np.sqrt(s.v) / (np.sqrt(s.v) + s.eps)
        },
        "eps counts beside the variance: √(σ²/(σ² + ε)), not √(1/(1 + ε))": {
            "shrink": lambda s: np.sqrt(1 / (1 + s.eps))
        },
        "upside down: √(σ²/(σ² + ε))": (
            {"shrink": lambda s: np.sqrt((s.v + s.eps) / s.v)},
            {"shrink": lambda s: np.sqrt((s.v + s.eps) / s.v) if s.v else 0},
        ),
        "multiplied by √(σ² + ε); x − μ, of length σ√d, is divided by it": {
            "shrink": lambda s: np.sqrt(s.v + s.eps)
        },
        "σ² stands above the line; x − μ has length σ√d": {
            "shrink": lambda s: s.v / np.sqrt(s.v + s.eps)
        },
        "divided by σ² + ε; its root is missing": {
            "shrink": lambda s: np.sqrt(s.v) / (s.v + s.eps)
        },
        "x − μ has length σ√d: the factor σ is missing": {
            "shrink": lambda s: 1 / np.sqrt(s.v + s.eps)
        },
        "this is the square of the length": {"length": lambda s: (s.size * s.root * s.shrink) ** 2},
    },
)
