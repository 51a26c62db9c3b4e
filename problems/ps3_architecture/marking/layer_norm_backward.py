"""The gradients of layer norm."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Custom,
    GradingContext,
    Verdict,
    assign,
    case,
    convention,
    message,
    misconception,
    missed_idea,
    replace_all,
    returns,
)

from ..architecture import layer_norm_backward

ROWS = "axis=1, keepdims=True"
SMALL = (1e-5, 1e-6, 1e-8, 1e-10, 1e-12)
VARIANCES = ("variance", "np.where(variance == 0, 1, variance)")

# fmt: off
MISCONCEPTIONS = [
    misconception("gamma-missing-in-dx", assign("dz", "dy"),
      "gamma is missing in dx: dy is multiplied by gamma before it reaches z"),
    misconception("gamma-on-dx", assign("dz", "dy") & assign("dx", "gamma * dx"),
      "you multiply dx by gamma at the end; multiply dy by it, before the means"),
    misconception("mean-constant", assign("through_mu", "0"),
      "you treat the mean μ as a constant, but it depends on every entry of the row"),
    misconception("deviation-constant", assign("through_sigma", "0"),
      "you treat σ as a constant, but it depends on every entry of the row"),
    missed_idea("mean-and-deviation-constant", assign("dx", "dz / root"),
      "you treat μ and σ as constants, but they depend on every entry of the row"),
    misconception("dx-not-divided", assign("dx", "dz - through_mu - through_sigma"),
      "dx is not divided by √(σ² + ε)"),
    misconception("dx-divided-by-variance", assign("dx", "dx / root"),
      "you divide dx by σ² + ε; divide by its root"),
    misconception("dx-multiplied", assign("dx", "(dz - through_mu - through_sigma) * root"),
      "you multiply dx by √(σ² + ε); divide by it"),
    misconception("mean-part-is-a-sum", assign("through_mu", f"dz.sum({ROWS})"),
      "your part through μ is a sum; it should be a mean over the features"),
    misconception("deviation-part-is-a-sum", assign("through_sigma", f"z * np.sum(dz * z, {ROWS})"),
      "your part through σ is a sum; it should be a mean over the features"),
    misconception("both-parts-are-sums",
      assign("through_mu", f"dz.sum({ROWS})")
       & assign("through_sigma", f"z * np.sum(dz * z, {ROWS})"),
      "your parts through μ and σ are sums; they should be means over the features"),
    misconception("deviation-part-without-gamma",
      assign("through_sigma", f"z * np.mean(dy * z, {ROWS})"),
      "gamma is missing in the part through σ: use dz, not dy"),
    misconception("mean-part-without-gamma", assign("through_mu", f"dy.mean({ROWS})"),
      "gamma is missing in the part through μ: use dz, not dy"),
    misconception("first-term-divided-only", assign("dx", "dz / root - through_mu - through_sigma"),
      "you divide only the first term by √(σ² + ε); divide all three"),
    misconception("means-over-all",
      [assign("through_mu", "dz.mean()") & assign("through_sigma", "z * np.mean(dz * z)"),
       assign("through_mu", "dz.mean()"), assign("through_sigma", "z * np.mean(dz * z)")],
      "your means run over all entries; each token has its own"),
    misconception("deviation-part-divided-twice", assign("through_sigma", "through_sigma / root"),
      "you divide the part through σ by √(σ² + ε) once too often"),
    misconception("deviation-in-place-of-z",
      [assign("through_sigma", f"(x - mu) * np.mean(dz * (x - mu), {ROWS})"),
       assign("through_sigma", f"z * np.mean(dz * (x - mu), {ROWS})"),
       assign("through_sigma", f"(x - mu) * np.mean(dz * z, {ROWS})")],
      "the part through σ has x − μ instead of z"),
    convention("own-eps",
      [*(assign("root", f"np.sqrt(variance + eps) + {k}") for k in SMALL),
       *(assign("root", f"np.sqrt(variance + eps + {k})") for k in SMALL)],
      "you add a small number of your own to a denominator that already has eps"),
    misconception("z-missing-in-deviation-part",
      assign("through_sigma", f"np.mean(dz * z, {ROWS})"),
      "the factor z is missing in the part through σ"),
    misconception("deviation-part-without-product", assign("through_sigma", f"z * dz.mean({ROWS})"),
      "the part through σ is the mean of dz ⊙ z; yours is the mean of dz"),
    misconception("deviation-part-doubled", assign("through_sigma", "2 * through_sigma"),
      "the part through σ is twice too large: the derivative of the root halves it"),
    misconception("deviation-part-added", assign("through_sigma", "-through_sigma"),
      "you add the part through σ; subtract it"),
    misconception("mean-part-added", assign("through_mu", "-through_mu"),
      "you add the part through μ; subtract it"),
    misconception("means-over-tokens",
      assign("through_mu", "dz.mean(axis=0)")
       & assign("through_sigma", "z * np.mean(dz * z, axis=0)"),
      "your means in the backward pass run over the tokens, as in batch norm"),
    missed_idea("batch-norm", replace_all("axis=1, keepdims=True", "axis=0"),
      "this is batch norm: you take mean and variance of each column"),
    misconception("x-in-place-of-z",
      [assign("through_sigma", f"x * np.mean(dz * x, {ROWS})"),
       assign("through_sigma", f"z * np.mean(dz * x, {ROWS})"),
       assign("through_sigma", f"x * np.mean(dz * z, {ROWS})")],
      "the part through σ has x instead of z"),
    misconception("x-in-place-of-deviation",
      assign("through_sigma", f"x * np.mean(dz * z, {ROWS}) / root"),
      "the part through σ has x instead of x − μ"),
    convention("variance-by-d-minus-1",
      [assign("variance", f"x.var({ROWS}, ddof=1)"),
       assign("variance", f"x.var({ROWS}, ddof=1)")
       & assign("through_sigma", f"z * np.sum(dz * z, {ROWS}) / (x.shape[1] - 1)")],
      "you divide the variance by d − 1; here it is the mean over all d features"),
    misconception("dx-zero-without-spread", assign("dx", "np.where(variance == 0, 0, dx)"),
      "dx of a token without spread is not 0: z is 0, but it changes with x"),
    misconception("diagonal-only", assign("dx", "dz * (1 - (1 + z**2) / x.shape[1]) / root"),
      "you use only the diagonal of the Jacobian, but every entry of y depends on every entry "
      "of x"),
    misconception("eps-missing-in-division",
      assign("dx", "(dz - through_mu - through_sigma) / np.sqrt(variance)"),
      "eps is missing in the last division of dx"),
    misconception("eps-missing", assign("root", "np.sqrt(variance)"),
      "eps is missing"),
    misconception("eps-missing-in-deviation-part",
      [assign("through_sigma", f"(x - mu) * np.mean(dz * (x - mu), {ROWS}) / {below}")
       for below in VARIANCES],
      "the part through σ has σ² alone; use σ² + ε there, too"),
    convention("eps-outside-the-root",
      [assign("root", "np.sqrt(variance) + eps"),
       *(assign("root", "np.sqrt(variance) + eps")
         & assign("through_sigma", f"through_sigma * root / np.sqrt({below})")
         for below in VARIANCES)],
      "you add eps to the root; add it to the variance, under the root"),
    convention("eps-as-floor",
      [assign("root", "np.sqrt(np.maximum(variance, eps))"),
       assign("root", "np.sqrt(np.maximum(variance, eps))")
       & assign("through_sigma", "np.where(variance > eps, through_sigma, 0)")],
      "you use eps as a lower bound of the variance; add it instead"),
    misconception("divided-by-variance",
      assign("root", "variance + eps") & assign("through_sigma", "2 * root * through_sigma"),
      "you divide x − μ by the variance; divide by its root"),
    missed_idea("moments-of-all",
      assign("mu", "x.mean()") & assign("variance", "x.var()") & assign("through_mu", "dz.mean()")
       & assign("through_sigma", "z * np.mean(dz * z)"),
      "you take mean and variance of all entries; each token has its own"),
    missed_idea("rms-norm",
      assign("mu", "0") & assign("variance", f"np.mean(x**2, {ROWS})") & assign("through_mu", "0"),
      "the mean is not subtracted: this is RMS norm"),
    misconception("dgamma-of-x", assign("dgamma", "np.sum(dy * x, axis=0)"),
      "gamma multiplies z, so dgamma depends on z, not on x"),
    misconception("dgamma-of-deviation", assign("dgamma", "np.sum(dy * (x - mu), axis=0)"),
      "gamma multiplies z, so dgamma depends on z, not on x − μ"),
    misconception("dgamma-of-gamma-z", assign("dgamma", "np.sum(dz * z, axis=0)"),
      "gamma multiplies z, so dgamma depends on z, not on gamma z"),
    misconception("dgamma-mean", assign("dgamma", "np.mean(dy * z, axis=0)"),
      "dgamma is a sum over the tokens; you take the mean"),
    misconception("dbeta-mean", assign("dbeta", "np.mean(dy, axis=0)"),
      "dbeta is a sum over the tokens; you take their mean"),
    misconception("dgamma-and-dbeta-means",
      assign("dgamma", "np.mean(dy * z, axis=0)") & assign("dbeta", "np.mean(dy, axis=0)"),
      "dgamma and dbeta are sums over the tokens; yours are means"),
    misconception("dbeta-times-gamma", assign("dbeta", "np.sum(dz, axis=0)"),
      "beta is added after gamma: dbeta is the sum of dy, not of dy ⊙ gamma"),
    misconception("not-summed-over-tokens", assign("dgamma", "dy * z") & assign("dbeta", "dy"),
      "you don't sum dgamma and dbeta over the tokens, but the tokens share gamma and beta"),
    misconception("dgamma-and-dbeta-exchanged", returns("dx, dbeta, dgamma"),
      "dgamma and dbeta are swapped"),
]
# fmt: on

WIDE = 6_000  # with so many features, a step or a row of the Jacobian for each takes seconds
WIDE_CASE = "forty tokens of 6,000 features"
TOO_SLOW = (
    "not finished within 1.5 seconds; do you compute a step, or a row of a d × d Jacobian, for "
    "each feature?"
)

Gradients = tuple[np.ndarray, np.ndarray, np.ndarray]


def by_definition(dy: np.ndarray, x: np.ndarray, gamma: np.ndarray, eps: float) -> Gradients:
    """Go token by token, with its Jacobian: entry (i, j) is the derivative of y_i by x_j."""
    (n, d), dx = x.shape, np.empty(x.shape)
    dgamma, dbeta = np.zeros(d), np.zeros(d)
    for t in range(n):
        mu = sum(x[t]) / d
        variance = sum((entry - mu) ** 2 for entry in x[t]) / d
        root = np.sqrt(variance + eps)
        J = np.empty((d, d))
        for i in range(d):
            for j in range(d):
                moves_centred = (i == j) - 1 / d  # derivative of x_i - mu
                moves_root = (x[t, j] - mu) / d / root  # the part through mu is 0
                moves_z = moves_centred / root - (x[t, i] - mu) / root * moves_root / root
                J[i, j] = gamma[i] * moves_z
        dx[t] = J.T @ dy[t]
        dgamma += dy[t] * (x[t] - mu) / root
        dbeta += dy[t]
    return dx, dgamma, dbeta


def small_cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw a few tokens of a few features, some of them with tiny numbers."""

    def arguments(
        n: int, d: int, eps: float, size: np.ndarray | float = 1.0, gradient: float = 1.0
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
        dy, x = rng.normal(size=(2, n, d))
        return gradient * dy, size * (x + 0.7), rng.normal(size=d) + 0.5, eps

    # In the case of 1e-60, no single step fits all rows; in the case of 1e-120, a complex step
    # loses the gradients. Formulas need no step, and the powers of the deviation in textbooks, up
    # to the fifth, don't vanish here.
    step = (
        "the result is wrong for the smallest numbers that the question allows. This happens "
        "with finite differences, with real or complex steps, and the question excludes them"
    )
    rows = np.array([[1e-60], [1.0], [1e-30], [2.0]])
    return {
        "5 tokens of 4 features": case(*arguments(5, 4, 0.2)),
        "one token of 6": case(*arguments(1, 6, 1.3)),
        "inputs of 1e-60, and others, no eps": case(
            *arguments(4, 4, 0.0, size=rows), atol=0, telltale=step
        ),
        "gradients of 1e-120": case(*arguments(3, 5, 0.1, gradient=1e-120), atol=0, telltale=step),
        "a token without spread": case(*arguments(2, 4, 0.3, size=np.array([[1.0], [0.0]]))),
    }


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw the small cases, and one with many features."""
    dy, x = rng.normal(size=(2, 40, WIDE))
    small = small_cases(rng)
    many = case(
        dy,
        x,
        rng.normal(size=WIDE) + 0.5,
        0.2,
        atol=1e-9,  # the default; with many features, other mistakes look like lost digits
        oracle=layer_norm_backward,
        seconds=1.5,
        too_slow=TOO_SLOW,
    )
    return {**small, WIDE_CASE: many}


def to_all_digits(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw the small cases and compare their digits strictly.

    A measured derivative lacks digits in these cases, even if it is linear in the varied number.
    """
    return {
        name: replace(each, rtol=1e-12, atol=0 if each.atol == 0 else 1e-13)
        for name, each in small_cases(rng).items()
    }


# An array earns its share by being right in all cases.
GRADIENTS = Arrays(
    oracle=by_definition,
    cases=cases,
    outputs={"dx": 2, "dgamma": 1, "dbeta": 1},
    every_case=True,
    excludes_numerical_differentiation=True,
    reference=layer_norm_backward,
    misconceptions=MISCONCEPTIONS,
)
IN_SMALL_CASES = replace(GRADIENTS, cases=small_cases)
EXACT = {
    name: Arrays(
        oracle=by_definition,
        cases=to_all_digits,
        outputs={"dx": 0, "dgamma": 0, "dbeta": 0} | {name: 1},
        every_case=True,
        share=1 / 4,
    )
    for name in ("dgamma", "dbeta")
}


def of_formulas(verdict: Verdict, grading: GradingContext, answer: object) -> Verdict:
    """Mark dgamma and dbeta alone, if the answer uses an excluded method for dx.

    They don't need a derivative of the norm. They earn their shares if all their digits are right.
    """
    half = verdict.max_points / 2
    excluded = replace(verdict.findings[0], about="dx", max_points=half)
    found = Verdict.of_items((), half, withheld=[excluded])
    for name, check in EXACT.items():
        part = grading.mark(check, answer)
        if part.points == part.max_points:
            found += Verdict.all_right(name, message("right to all digits"), part.max_points)
        else:
            said = message("not all digits are right in every case")
            found += Verdict.nothing(name, said, part.max_points)
    return found


def judge(grading: GradingContext, layer_norm_backward: object) -> Verdict:
    """Mark the gradients; if a case with many features takes too long, dx earns nothing.

    dgamma and dbeta still earn points, since they need no derivative of the norm. A time limit is
    needed, because exact enough steps give the same numbers as a Jacobian.
    """
    verdict = grading.mark(GRADIENTS, layer_norm_backward)
    if verdict.findings[0].messages[0].id in ("method-excluded", "some-digits-only"):
        return of_formulas(verdict, grading, layer_norm_backward)
    said = [said for finding in verdict.findings for said in finding.messages]
    if not any(each.mentions("not-in-time") for each in said):
        return verdict
    others = grading.mark(IN_SMALL_CASES, layer_norm_backward)
    return others.without_points(message(TOO_SLOW), ["dx"])


question = Custom(judge, [GRADIENTS])
