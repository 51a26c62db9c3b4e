"""Layer norm along the last axis."""

from collections.abc import Mapping
from functools import partial

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    assign,
    case,
    convention,
    misconception,
    missed_idea,
    replace_all,
    returns,
)

from ..architecture import layer_norm

ROWS = "axis=-1, keepdims=True"
SQUARES = f"np.mean(x**2, {ROWS}) - np.mean(x, {ROWS}) ** 2"

# fmt: off
MISCONCEPTIONS = [
    convention("variance-by-d-minus-1", assign("variance", f"x.var({ROWS}, ddof=1)"),
      "you divide the variance by d − 1; here it is the mean over all d features"),
    convention("eps-outside-the-root", assign("root", "np.sqrt(variance) + eps"),
      "you add eps to the root; add it to the variance, under the root"),
    misconception("eps-missing", assign("root", "np.sqrt(variance)"),
      "eps is missing"),
    convention("eps-as-floor", assign("root", "np.sqrt(np.maximum(variance, eps))"),
      "you use eps as a lower bound of the variance; add it instead"),
    misconception("roots-added", assign("root", "np.sqrt(variance) + np.sqrt(eps)"),
      "add eps to the variance before you take the root: √(σ² + ε), not √σ² + √ε"),
    convention("eps-only-where-zero",
      assign("root", "np.sqrt(np.where(variance == 0, eps, variance))"),
      "eps is added to every variance, not only if the variance is 0"),
    misconception("own-eps",
      [assign("root", f"np.sqrt(variance + {k})") for k in (1e-5, 1e-6, 1e-8, 1e-10, 1e-12)],
      "you use a number of your own instead of the argument eps"),
    misconception("gamma-before-normalising", assign("x", "gamma * x") & assign("gamma", "1"),
      "your gamma scales x; it should scale z, after the normalisation"),
    misconception("eps-squared", assign("root", "np.sqrt(variance + eps**2)"),
      "you square eps; add it to the variance as it is"),
    misconception("eps-added-to-deviation", assign("z", "(x - mu + eps) / root"),
      "you add eps to x − μ as well"),
    misconception("divided-by-variance", assign("root", "variance + eps"),
      "you divide by the variance; divide by its root"),
    misconception("deviation-under-the-root", assign("root", "np.sqrt(np.sqrt(variance) + eps)"),
      "your root is of σ; take the root of the variance σ²"),
    misconception("beta-divided", returns("gamma * z + beta / root"),
      "you divide beta as well; the shift comes last"),
    misconception("sum-subtracted", assign("mu", f"x.sum({ROWS})"),
      "you subtract the sum of the entries; subtract their mean"),
    misconception("mean-absolute-deviation",
      [assign("root", f"np.mean(abs(x - mu), {ROWS}) + eps"),
       assign("root", f"np.sqrt(np.mean(abs(x - mu), {ROWS}) ** 2 + eps)")],
      "you divide by the mean of |x − μ|; divide by the root of the mean square"),
    missed_idea("moments-of-columns",
      [assign("mu", "x.mean(axis=0)") & assign("variance", "x.var(axis=0)"),
       replace_all("axis=-1", "axis=max(-2, -x.ndim)"),
       replace_all("axis=-1", "axis=tuple(range(max(x.ndim - 1, 1)))"),
       replace_all("axis=-1", "axis=tuple(range(x.ndim - 1))")],
      "you take mean and variance of a column; each token, a row, has its own"),
    misconception("mean-of-columns", assign("mu", "x.mean(axis=0)"),
      "you take the mean of a column; each token, a row, has its own"),
    misconception("variance-of-columns", assign("variance", "x.var(axis=0)"),
      "you take the variance of a column; each token, a row, has its own"),
    missed_idea("moments-of-all", assign("mu", "x.mean()") & assign("variance", "x.var()"),
      "you take mean and variance of all entries; each token has its own"),
    misconception("variance-of-all", assign("variance", "x.var()"),
      "you take the variance of all entries; each token has its own"),
    misconception("features-second-axis", replace_all("axis=-1", "axis=min(1, x.ndim - 1)"),
      "features are the last axis, not the second"),
    missed_idea("rms-norm", assign("mu", "0") & assign("variance", f"np.mean(x**2, {ROWS})"),
      "the mean is not subtracted: this is RMS norm"),
    misconception("root-mean-square", assign("variance", f"np.mean(x**2, {ROWS})"),
      "you divide by the root of the mean square; divide by the root of the variance"),
    misconception("mean-not-subtracted", assign("mu", "0"),
      "the mean is not subtracted"),
    misconception("variance-is-a-sum", assign("variance", "x.shape[-1] * variance"),
      "your variance is a sum; it should be the mean over the d features"),
    misconception("gamma-divides", returns("z / gamma + beta"),
      "you divide z by gamma; multiply z by gamma"),
    misconception("moments-of-a-sequence",
      assign("mu", "x.mean(axis=tuple(range(1, x.ndim)) or None, keepdims=True)")
       & assign("variance", "x.var(axis=tuple(range(1, x.ndim)) or None, keepdims=True)"),
      "you take mean and variance of a whole sequence; each token has its own"),
    misconception("single-precision",
      [assign("x", "x.astype(np.float32)"), assign("x", "x.astype(np.float32).astype(float)")],
      "float32 has too few digits if the mean is large"),
    misconception("sign-reversed", assign("z", "(mu - x) / root"),
      "the sign of z is reversed: x − μ, not μ − x"),
    misconception("gamma-scales-beta", returns("gamma * (z + beta)"),
      "gamma also scales beta: the shift comes last"),
    misconception("beta-subtracted", returns("gamma * z - beta"),
      "you subtract beta; add it"),
    convention("one-plus-gamma", returns("(1 + gamma) * z + beta"),
      "you multiply by 1 + gamma; multiply by gamma"),
    misconception("beta-missing", returns("gamma * z"),
      "beta is missing"),
    misconception("gamma-missing", returns("z + beta"),
      "gamma is missing"),
    misconception("gamma-and-beta-missing", returns("z"),
      "gamma and beta are missing"),
    misconception("gamma-and-beta-exchanged", returns("beta * z + gamma"),
      "gamma and beta are swapped"),
    misconception("digits-lost",
      [assign("variance", SQUARES), assign("variance", f"np.maximum({SQUARES}, 0)")],
      "the mean square minus the squared mean loses digits if the mean is large: subtract the "
      "mean first"),
]
# fmt: on


def by_definition(
    x: np.ndarray, gamma: np.ndarray | float, beta: np.ndarray | float, eps: float
) -> np.ndarray:
    """Normalise token by token, entry by entry."""
    d, y = x.shape[-1], np.empty(x.shape)
    gammas, betas = (np.broadcast_to(each, d) for each in (gamma, beta))
    for place in np.ndindex(x.shape[:-1]):
        token = x[place]
        mu = sum(token) / d
        variance = sum((entry - mu) ** 2 for entry in token) / d
        for j in range(d):
            y[place][j] = gammas[j] * (token[j] - mu) / np.sqrt(variance + eps) + betas[j]
    return y


roughly = partial(case, rtol=1e-5, atol=1e-5)  # float32 is precise enough, also for an entry near 0


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw arrays of one to three axes.

    Some cases have numbers for gamma and beta, others have extreme means and variances.
    """

    def arguments(
        *shape: int, eps: float = 0.3
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
        gamma, beta = rng.normal(size=(2, shape[-1]))
        return 2 * rng.normal(size=shape) + 1, gamma, beta, eps

    x, *others = arguments(4, 5)
    flat = np.concatenate([1e-3 * x[:3], np.full((1, 5), 2.0)])
    far, *rest = arguments(3, 6)
    return {
        "one token": roughly(*arguments(5)),
        "seven tokens": roughly(*arguments(7, 4)),
        "three axes": roughly(*arguments(2, 3, 5)),
        "numbers as gamma and beta": roughly(rng.normal(size=(3, 4)), -1.7, -0.6, 0.1),
        "a variance as small as eps": roughly(flat, *others[:2], 1e-6),
        "a mean of a million": case(1e6 + far, *rest, rtol=1e-6),
    }


question = Arrays(
    oracle=by_definition, cases=cases, reference=layer_norm, misconceptions=MISCONCEPTIONS
)
