"""The length of a token after layer norm."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    assign,
    case,
    convention,
    misconception,
    missed_idea,
    remove,
    replace,
    returns,
)

from ..architecture import layer_norm_radius

# fmt: off
MISCONCEPTIONS = [
    misconception("gamma-without-absolute-value", replace("abs(gamma)", "gamma"),
      "a length is never negative, but gamma can be"),
    misconception("gamma-squared", replace("abs(gamma)", "gamma**2"),
      "gamma multiplies every entry, so the length has the factor |gamma|, not gamma²"),
    misconception("gamma-root", replace("abs(gamma)", "np.sqrt(abs(gamma))"),
      "gamma multiplies every entry, so the length has the factor |gamma|, not its root"),
    misconception("gamma-missing", remove("abs(gamma) *"),
      "gamma is missing"),
    convention("root-of-d-minus-1", replace("np.sqrt(d)", "np.sqrt(d - 1)"),
      "z has d entries with a mean square of 1, so its length is √d, not √(d − 1)"),
    misconception("d-for-root-d", replace("np.sqrt(d)", "d"),
      "z has d entries with a mean square of 1, so its length is √d, not d"),
    misconception("root-d-missing", remove("np.sqrt(d) *"),
      "the factor √d is missing: z has d entries"),
    misconception("eps-ignored",
      [assign("spread", "1"), assign("spread", "np.sqrt(variance / variance)")],
      "eps makes z shorter than √d if it is not small compared to the variance"),
    convention("eps-as-floor", assign("spread", "np.sqrt(variance / max(variance, eps))"),
      "eps is added to the variance; your formula uses it as a lower bound"),
    missed_idea("not-normalised", assign("spread", "np.sqrt(variance)"),
      "this is the length of x − μ, scaled by gamma, without the division by √(σ² + ε)"),
    misconception("root-missing", assign("spread", "variance / (variance + eps)"),
      "the length scales with the root: √(σ²/(σ² + ε)), not σ²/(σ² + ε)"),
    convention("eps-added-to-deviation",
      assign("spread", "np.sqrt(variance) / (np.sqrt(variance) + eps)"),
      "eps is added to the variance, under the root, not to σ"),
    convention("eps-added-to-the-sum",
      assign("spread", "np.sqrt(variance / (variance + eps / d))"),
      "eps is added to the mean of the squares, which gives σ² + ε, not to their sum"),
    misconception("variance-missing-beside-eps", assign("spread", "np.sqrt(1 / (1 + eps))"),
      "the effect of eps depends on the variance: √(σ²/(σ² + ε)), not √(1/(1 + ε))"),
    misconception("upside-down",
      [assign("spread", "np.sqrt((variance + eps) / variance)"),
       assign("spread", "np.sqrt((variance + eps) / variance) if variance else 0")],
      "the fraction is upside down: it should be √(σ²/(σ² + ε))"),
    misconception("multiplied-by-deviation", assign("spread", "np.sqrt(variance + eps)"),
      "you multiply by √(σ² + ε); x − μ, of length σ√d, is divided by it"),
    misconception("variance-above-the-line", assign("spread", "variance / np.sqrt(variance + eps)"),
      "your numerator has σ², but x − μ has length σ√d"),
    misconception("divided-by-variance", assign("spread", "np.sqrt(variance) / (variance + eps)"),
      "you divide by σ² + ε; divide by its root"),
    misconception("deviation-missing", assign("spread", "1 / np.sqrt(variance + eps)"),
      "the factor σ is missing: x − μ has length σ√d"),
    misconception("variance-squared", assign("spread", "variance / np.sqrt(variance**2 + eps)"),
      "`variance` is already σ², but you square it once more"),
    misconception("eps-from-one", assign("spread", "np.sqrt(max(1 - eps, 0))"),
      "the effect of ε depends on the variance: √(σ²/(σ² + ε)), not √(1 − ε)"),
    misconception("first-order",
      [assign("spread", "np.sqrt(max(1 - eps / variance, 0)) if variance else 0.0"),
       assign("spread", "1 - eps / (2 * variance) if variance else 0.0")],
      "this holds to first order in ε/σ²; the question asks for any ε"),
    misconception("squared", returns("_**2"),
      "this is the square of the length"),
]
# fmt: on


def by_definition(gamma: float, variance: float, d: int, eps: float) -> float:
    """Measure the length of a token that is scaled to its variance."""
    token = np.array([j % 2 for j in range(d)], dtype=float)
    token = (token - token.mean()) * np.sqrt(variance / token.var())
    z = token / np.sqrt(variance + eps)
    return np.sqrt(sum((gamma * entry) ** 2 for entry in z))


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw both signs of gamma, with and without eps.

    One case has several variances, and the last is 0. Most wrong formulas are right there, so it is
    a small part of the case. The names of the cases contain drawn numbers, so the rubric doesn't
    show that gamma may be negative.
    """
    named = {}
    for sign, d, has_eps in ((1, 7, False), (-1, 5, False), (1, 6, True), (-1, 11, True)):
        gamma, eps, *variances = np.round(rng.uniform(0.3, 2.5, size=6), 2).tolist()
        gamma, eps = sign * gamma, has_eps * eps
        several = [*variances, 0.0] if has_eps and sign > 0 else variances[:1]
        first, *others = [(gamma, variance, d, eps) for variance in several]
        numbers = ", ".join(f"{variance:g}" for variance in several)
        name = f"gamma = {gamma:g}, d = {d}, eps = {eps:g}, variance = {numbers}"
        named[name] = case(*first, then=others)
    return named


question = Arrays(
    oracle=by_definition, cases=cases, reference=layer_norm_radius, misconceptions=MISCONCEPTIONS
)
