from types import SimpleNamespace

import numpy as np

WORDS = """
variance-by-d-minus-1: the variance is divided by d − 1; here it is the mean over all d features
eps-outside-the-root: eps is added to the root; it belongs under it, to the variance
eps-missing: eps is missing
own-eps: a number of its own stands where eps belongs, which is an argument
gamma-before-normalising: gamma scales x here; it scales z, after normalising
eps-squared: eps is squared; it is added to the variance as it is
eps-added-to-deviation: eps is added to x − μ as well
divided-by-variance: divided by the variance; its root is missing
deviation-under-the-root: σ stands under the root; the variance σ² belongs there
beta-divided: beta is divided as well: the shift comes last
sum-subtracted: the sum of the entries is subtracted; it is their mean
mean-absolute-deviation: divided by the mean of |x − μ|, not by the root of the mean square
moments-of-columns: mean and variance are those of a column; each token, a row, has its own
mean-of-columns: the mean is that of a column; each token, a row, has its own
variance-of-columns: the variance is that of a column; each token, a row, has its own
moments-of-all: mean and variance are those of all entries; each token has its own
variance-of-all: the variance is that of all entries; each token has its own
features-second-axis: features are the last axis, not the second
rms-norm: the mean is not subtracted: this is RMS norm
root-mean-square: divided by the root of the mean square, not of the variance
mean-not-subtracted: the mean is not subtracted
variance-is-a-sum: the variance is a sum; it is the mean over the d features
sign-reversed: the sign of z is reversed: x − μ, not μ − x
gamma-scales-beta: gamma also scales beta: the shift comes last
beta-subtracted: beta is subtracted; it is added
one-plus-gamma: 1 + gamma stands where gamma belongs
beta-missing: beta is missing
gamma-missing: gamma is missing
gamma-and-beta-missing: gamma and beta are missing
gamma-and-beta-exchanged: gamma and beta have changed places
digits-lost: mean square minus squared mean loses the digits where the mean is large: subtract it
    first
"""


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


ROUGHLY = {"rtol": 1e-5, "atol": 1e-5}  # float32 will do, also where an entry is near 0


def cases(rng):
    def arguments(*shape, eps=0.3):
        gamma, beta = rng.normal(size=(2, shape[-1]))
        return 2 * rng.normal(size=shape) + 1, gamma, beta, eps

    x, *others = arguments(4, 5)
    flat = np.concatenate([1e-3 * x[:3], np.full((1, 5), 2.0)])
    far, *rest = arguments(3, 6)
    return {
        "one token": checks.case(*arguments(5), **ROUGHLY),
        "seven tokens": checks.case(*arguments(7, 4), **ROUGHLY),
        "three axes": checks.case(*arguments(2, 3, 5), **ROUGHLY),
        "numbers as gamma and beta": checks.case(
            rng.normal(size=(3, 4)), -1.7, -0.6, 0.1, **ROUGHLY
        ),
        "a variance as small as eps": checks.case(flat, *others[:2], 1e-6, **ROUGHLY),
        "a mean of a million": checks.case(1e6 + far, *rest),
    }


def of_squares(s):
    return np.mean(s.x**2, **ROWS) - np.mean(s.x, **ROWS) ** 2


checks.words(WORDS)
checks.arrays(
    layer_norm,
    oracle=by_definition,
    walk=normalised,
    cases=cases,
    seed=61,
    mistakes={
        "variance-by-d-minus-1": {"variance": lambda s: s.x.var(**ROWS, ddof=1)},
        "eps-outside-the-root": {"root": lambda s: np.sqrt(s.variance) + s.eps},
        "eps-missing": {"root": lambda s: np.sqrt(s.variance)},
        "own-eps": tuple(
            {"root": lambda s, small=small: np.sqrt(s.variance + small)}
            for small in (1e-5, 1e-6, 1e-8, 1e-10, 1e-12)
        ),
        "gamma-before-normalising": lambda x, gamma, beta, eps: normalised()(
            gamma * x, 1, beta, eps
        ),
        "eps-squared": {"root": lambda s: np.sqrt(s.variance + s.eps**2)},
        "eps-added-to-deviation": {"z": lambda s: (s.x - s.mu + s.eps) / s.root},
        "divided-by-variance": {"root": lambda s: s.variance + s.eps},
        "deviation-under-the-root": {"root": lambda s: np.sqrt(np.sqrt(s.variance) + s.eps)},
        "beta-divided": {"y": lambda s: s.gamma * s.z + s.beta / s.root},
        "sum-subtracted": {"mu": lambda s: s.x.sum(**ROWS), "variance": lambda s: s.x.var(**ROWS)},
        "mean-absolute-deviation": (
            {"root": lambda s: np.mean(abs(s.x - s.mu), **ROWS) + s.eps},
            {"root": lambda s: np.sqrt(np.mean(abs(s.x - s.mu), **ROWS) ** 2 + s.eps)},
        ),
        "moments-of-columns": {
            "mu": lambda s: s.x.mean(axis=0),
            "variance": lambda s: s.x.var(axis=0),
        },
        "mean-of-columns": {"mu": lambda s: s.x.mean(axis=0)},
        "variance-of-columns": {"variance": lambda s: s.x.var(axis=0)},
        "moments-of-all": {"mu": lambda s: s.x.mean(), "variance": lambda s: s.x.var()},
        "variance-of-all": {"variance": lambda s: s.x.var()},
        "features-second-axis": {
            "mu": lambda s: s.x.mean(axis=min(1, s.x.ndim - 1), keepdims=True),
            "variance": lambda s: s.x.var(axis=min(1, s.x.ndim - 1), keepdims=True),
        },
        "rms-norm": {"mu": lambda s: 0, "variance": lambda s: np.mean(s.x**2, **ROWS)},
        "root-mean-square": {"variance": lambda s: np.mean(s.x**2, **ROWS)},
        "mean-not-subtracted": {"mu": lambda s: 0},
        "variance-is-a-sum": {"variance": lambda s: s.x.shape[-1] * s.x.var(**ROWS)},
        "sign-reversed": {"z": lambda s: (s.mu - s.x) / s.root},
        "gamma-scales-beta": {"y": lambda s: s.gamma * (s.z + s.beta)},
        "beta-subtracted": {"y": lambda s: s.gamma * s.z - s.beta},
        "one-plus-gamma": {"y": lambda s: (1 + s.gamma) * s.z + s.beta},
        "beta-missing": {"y": lambda s: s.gamma * s.z},
        "gamma-missing": {"y": lambda s: s.z + s.beta},
        "gamma-and-beta-missing": {"y": lambda s: s.z},
        "gamma-and-beta-exchanged": {"y": lambda s: s.beta * s.z + s.gamma},
        "digits-lost": (
            {"variance": of_squares},
            {"variance": lambda s: np.maximum(of_squares(s), 0)},
        ),
    },
)
