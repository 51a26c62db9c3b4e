from types import SimpleNamespace

import numpy as np


def by_definition(x, gamma, beta, eps):
    d, y = x.shape[-1], np.empty(x.shape)
    gammas, betas = (np.broadcast_to(each, d) for each in (gamma, beta))
    for place in np.ndindex(x.shape[:-1]):
        token = x[place]
        mu = sum(token) / d
        variance = sum((entry - mu) ** 2 for entry in token) / d
        for j in range(d):
            y[place][j] = gammas[j] * (token[j] - mu) / np.sqrt(variance + eps) + betas[j]
    return y


ROWS = dict(axis=-1, keepdims=True)
STEPS = {
    "mu": lambda s: s.x.mean(**ROWS),
    "variance": lambda s: s.x.var(**ROWS),
    "root": lambda s: np.sqrt(s.variance + s.eps),
    "z": lambda s: (s.x - s.mu) / s.root,
    "y": lambda s: s.gamma * s.z + s.beta,
}


def normalised(**changed):
    """Layer norm in which these steps are replaced."""

    def wrong(x, gamma, beta, eps):
        s = SimpleNamespace(x=x, gamma=gamma, beta=beta, eps=eps)
        for name, step in (STEPS | changed).items():
            setattr(s, name, step(s))
        return s.y

    return wrong


def cases(rng):
    def arguments(*shape, eps=0.3):
        gamma, beta = rng.normal(size=(2, shape[-1]))
        return 2 * rng.normal(size=shape) + 1, gamma, beta, eps

    x, *others = arguments(4, 5)
    flat = np.concatenate([1e-3 * x[:3], np.full((1, 5), 2.0)])
    far, *rest = arguments(3, 6)
    return {
        "one token": checks.case(*arguments(5), rtol=1e-5),
        "seven tokens": checks.case(*arguments(7, 4), rtol=1e-5),
        "three axes": checks.case(*arguments(2, 3, 5), rtol=1e-5),
        "numbers as gamma and beta": checks.case(
            rng.normal(size=(3, 4)), -1.7, 0.6, 0.1, rtol=1e-5
        ),
        "a variance as small as eps": checks.case(flat, *others[:2], 1e-6),
        "a mean of a million": checks.case(1e6 + far, *rest),
    }


def of_squares(s):
    return np.mean(s.x**2, **ROWS) - np.mean(s.x, **ROWS) ** 2


checks.arrays(
    layer_norm,
    oracle=by_definition,
    walk=normalised,
    cases=cases,
    seed=61,
    mistakes={
        "the variance is divided by d − 1; here it is the mean over all d features": {
            "variance": lambda s: s.x.var(**ROWS, ddof=1)
        },
        "eps is added to the root; it belongs under it, to the variance": {
            "root": lambda s: np.sqrt(s.variance) + s.eps
        },
        "eps is missing": {"root": lambda s: np.sqrt(s.variance)},
        "a number of its own stands where eps belongs, which is an argument": tuple(
            {"root": lambda s, small=small: np.sqrt(s.variance + small)}
            for small in (1e-5, 1e-6, 1e-8, 1e-10, 1e-12)
        ),
        "gamma scales x here; it scales z, after normalising": lambda x, gamma, beta, eps: (
            normalised()(gamma * x, 1, beta, eps)
        ),
        "eps is squared; it is added to the variance as it is": {
            "root": lambda s: np.sqrt(s.variance + s.eps**2)
        },
        "eps is added to x − μ as well": {"z": lambda s: (s.x - s.mu + s.eps) / s.root},
        "divided by the variance; its root is missing": {"root": lambda s: s.variance + s.eps},
        "σ stands under the root; the variance σ² belongs there": {
            "root": lambda s: np.sqrt(np.sqrt(s.variance) + s.eps)
        },
        "beta is divided as well: the shift comes last": {
            "y": lambda s: s.gamma * s.z + s.beta / s.root
        },
        "the sum of the entries is subtracted; it is their mean": {
            "mu": lambda s: s.x.sum(**ROWS),
            "variance": lambda s: s.x.var(**ROWS),
        },
        "divided by the mean of |x − μ|, not by the root of the mean square": (
            {"root": lambda s: np.mean(abs(s.x - s.mu), **ROWS) + s.eps},
            {"root": lambda s: np.sqrt(np.mean(abs(s.x - s.mu), **ROWS) ** 2 + s.eps)},
        ),
        "mean and variance are those of a column; each token, a row, has its own": {
            "mu": lambda s: s.x.mean(axis=0),
            "variance": lambda s: s.x.var(axis=0),
        },
        "the mean is that of a column; each token, a row, has its own": {
            "mu": lambda s: s.x.mean(axis=0)
        },
        "the variance is that of a column; each token, a row, has its own": {
            "variance": lambda s: s.x.var(axis=0)
        },
        "mean and variance are those of all entries; each token has its own": {
            "mu": lambda s: s.x.mean(),
            "variance": lambda s: s.x.var(),
        },
        "the variance is that of all entries; each token has its own": {
            "variance": lambda s: s.x.var()
        },
        "features are the last axis, not the second": {
            "mu": lambda s: s.x.mean(axis=min(1, s.x.ndim - 1), keepdims=True),
            "variance": lambda s: s.x.var(axis=min(1, s.x.ndim - 1), keepdims=True),
        },
        "the mean is not subtracted: this is RMS norm": {
            "mu": lambda s: 0,
            "variance": lambda s: np.mean(s.x**2, **ROWS),
        },
        "divided by the root of the mean square, not of the variance": {
            "variance": lambda s: np.mean(s.x**2, **ROWS)
        },
        "the mean is not subtracted": {"mu": lambda s: 0},
        "the variance is a sum; it is the mean over the d features": {
            "variance": lambda s: s.x.shape[-1] * s.x.var(**ROWS)
        },
        "the sign of z is reversed: x − μ, not μ − x": {"z": lambda s: (s.mu - s.x) / s.root},
        "gamma also scales beta: the shift comes last": {"y": lambda s: s.gamma * (s.z + s.beta)},
        "beta is subtracted; it is added": {"y": lambda s: s.gamma * s.z - s.beta},
        "1 + gamma stands where gamma belongs": {"y": lambda s: (1 + s.gamma) * s.z + s.beta},
        "beta is missing": {"y": lambda s: s.gamma * s.z},
        "gamma is missing": {"y": lambda s: s.z + s.beta},
        "gamma and beta are missing": {"y": lambda s: s.z},
        "gamma and beta have changed places": {"y": lambda s: s.beta * s.z + s.gamma},
        "mean square minus squared mean loses the digits where the mean is large: subtract it"
        " first": (
            {"variance": of_squares},
            {"variance": lambda s: np.maximum(of_squares(s), 0)},
        ),
    },
)
