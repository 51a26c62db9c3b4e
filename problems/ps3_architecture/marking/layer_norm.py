import numpy as np

ROWS = "axis=-1, keepdims=True"
SQUARES = f"np.mean(x**2, {ROWS}) - np.mean(x, {ROWS}) ** 2"
ERRORS = f"""
variance-by-d-minus-1: the variance is divided by d − 1; here it is the mean over all d features
    :: variance = x.var({ROWS}, ddof=1)
eps-outside-the-root: eps is added to the root; it belongs under it, to the variance
    :: root = np.sqrt(variance) + eps
eps-missing: eps is missing :: root = np.sqrt(variance)
eps-as-floor: eps is added to the variance; it is no least value of it
    :: root = np.sqrt(np.maximum(variance, eps))
roots-added: eps is added to the variance, and the root is that of both: √(σ² + ε), not √σ² + √ε
    :: root = np.sqrt(variance) + np.sqrt(eps)
eps-only-where-zero: eps is added to every variance, not only where that is 0
    :: root = np.sqrt(np.where(variance == 0, eps, variance))
own-eps: a number of its own stands where eps belongs, which is an argument
    :: root = np.sqrt(variance + [1e-5 ~ 1e-6 ~ 1e-8 ~ 1e-10 ~ 1e-12])
gamma-before-normalising: gamma scales x here; it scales z, after normalising
    :: x = gamma * x && gamma = 1
eps-squared: eps is squared; it is added to the variance as it is
    :: root = np.sqrt(variance + eps**2)
eps-added-to-deviation: eps is added to x − μ as well :: z = (x - mu + eps) / root
divided-by-variance: divided by the variance; its root is missing :: root = variance + eps
deviation-under-the-root: σ stands under the root; the variance σ² belongs there
    :: root = np.sqrt(np.sqrt(variance) + eps)
beta-divided: beta is divided as well: the shift comes last :: return gamma * z + beta / root
sum-subtracted: the sum of the entries is subtracted; it is their mean :: mu = x.sum({ROWS})
mean-absolute-deviation: divided by the mean of |x − μ|, not by the root of the mean square
    :: root = np.mean(abs(x - mu), {ROWS}) + eps
    :: root = np.sqrt(np.mean(abs(x - mu), {ROWS}) ** 2 + eps)
moments-of-columns: mean and variance are those of a column; each token, a row, has its own
    :: mu = x.mean(axis=0) && variance = x.var(axis=0)
    :: axis=-1 => axis=[max(-2, -x.ndim) ~ tuple(range(max(x.ndim - 1, 1))) ~ tuple(range(x.ndim -
    1))]
mean-of-columns: the mean is that of a column; each token, a row, has its own :: mu = x.mean(axis=0)
variance-of-columns: the variance is that of a column; each token, a row, has its own
    :: variance = x.var(axis=0)
moments-of-all: mean and variance are those of all entries; each token has its own
    :: mu = x.mean() && variance = x.var()
variance-of-all: the variance is that of all entries; each token has its own :: variance = x.var()
features-second-axis: features are the last axis, not the second
    :: axis=-1 => axis=min(1, x.ndim - 1)
rms-norm: the mean is not subtracted: this is RMS norm :: mu = 0 && variance = np.mean(x**2, {ROWS})
root-mean-square: divided by the root of the mean square, not of the variance
    :: variance = np.mean(x**2, {ROWS})
mean-not-subtracted: the mean is not subtracted :: mu = 0
variance-is-a-sum: the variance is a sum; it is the mean over the d features
    :: variance = x.shape[-1] * variance
gamma-divides: gamma divides z; it multiplies it :: return z / gamma + beta
moments-of-a-sequence: mean and variance are those of a whole sequence; each token has its own
    :: mu = x.mean(axis=tuple(range(1, x.ndim)) or None, keepdims=True)
    && variance = x.var(axis=tuple(range(1, x.ndim)) or None, keepdims=True)
single-precision: float32 has too few digits where the mean is large
    :: x = x.astype(np.float32)[ ~ .astype(float)]
sign-reversed: the sign of z is reversed: x − μ, not μ − x :: z = (mu - x) / root
gamma-scales-beta: gamma also scales beta: the shift comes last :: return gamma * (z + beta)
beta-subtracted: beta is subtracted; it is added :: return gamma * z - beta
one-plus-gamma: 1 + gamma stands where gamma belongs :: return (1 + gamma) * z + beta
beta-missing: beta is missing :: return gamma * z
gamma-missing: gamma is missing :: return z + beta
gamma-and-beta-missing: gamma and beta are missing :: return z
gamma-and-beta-exchanged: gamma and beta have changed places :: return beta * z + gamma
digits-lost: mean square minus squared mean loses the digits where the mean is large: subtract it
    first :: variance = {SQUARES}
    :: variance = np.maximum({SQUARES}, 0)
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
        "a mean of a million": checks.case(1e6 + far, *rest, rtol=1e-6),
    }


checks.arrays(
    layer_norm,
    oracle=by_definition,
    cases=cases,
    reference=checks.Reference(SOLUTION, {}),
    mistakes=ERRORS,
)
