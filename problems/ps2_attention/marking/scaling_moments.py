"""The mean and the variance of a score."""

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
    replace_all,
    returns,
)

from ..attention import score_moments

# fmt: off
MISCONCEPTIONS = [
    misconception("means-missing", assign("variance", "d * var_q * var_k"),
      "the terms with the means are missing"),
    misconception("product-of-variances-missing", remove("var_q * var_k +"),
      "the term var_q·var_k is missing in the variance"),
    misconception("product-of-variances-twice", replace("var_q * var_k +", "2 * var_q * var_k +"),
      "the term var_q·var_k is counted twice in the variance"),
    misconception("mean-zero", assign("mean", "0"),
      "the mean is 0 here; it should be d·mean_q·mean_k"),
    misconception("mean-without-sign",
      [assign("mean", "d * abs(mean_q) * mean_k"), assign("mean", "d * mean_q * abs(mean_k)"),
       assign("mean", "abs(mean)")],
      "the sign of a mean is lost"),
    misconception("var-k-term-missing", remove("+ mean_q**2 * var_k"),
      "var_k·mean_q² is missing in the variance"),
    misconception("means-not-squared",
      [replace_all("**2", ""),
       replace("mean_k**2", "abs(mean_k)") & replace("mean_q**2", "abs(mean_q)")],
      "the means are not squared in the variance"),
    misconception("variances-squared", assign("var_q", "var_q**2") & assign("var_k", "var_k**2"),
      "the variances are squared, but var is a variance already, not its root"),
    missed_idea("product-for-sum",
      [assign("variance", "d * (var_q + var_k)") & assign("mean", "d * (mean_q + mean_k)"),
       assign("variance", "d * (var_q + var_k)")],
      "q and k are multiplied; this formula is for their sum"),
    misconception("second-moment", assign("variance", "variance + mean**2"),
      "the squared mean is not subtracted: this is E[s²]"),
    misconception("product-mean-not-subtracted", assign("variance", "variance + mean**2 / d"),
      "the squared mean of a product is not subtracted: this is d E[q_j² k_j²]"),
    misconception("mean-of-score-subtracted",
      assign("variance", "variance + mean**2 / d - mean**2"),
      "the squared mean of the whole score is subtracted from d E[q_j² k_j²]; subtract d times "
      "the squared mean of one product"),
    misconception("means-with-wrong-variances",
      assign("variance", "d * (var_q * var_k + mean_q**2 * var_q + mean_k**2 * var_k)"),
      "multiply each squared mean by the variance of the other vector"),
    convention("divided-by-root-d", returns("mean / d**0.5, variance / d"),
      "these are the moments of the score divided by √d"),
    misconception("divided-by-d", returns("mean / d, variance / d**2"),
      "these are the moments of the score divided by d"),
    misconception("standard-deviation", assign("variance", "variance**0.5"),
      "this is the standard deviation"),
    misconception("times-d-squared", assign("variance", "variance * d"),
      "the variances of d independent products add up to d times one of them, not d²"),
    misconception("times-root-d", assign("variance", "variance / d**0.5"),
      "the variances of d independent products add up to d times one of them, not √d"),
    misconception("k-taken-to-be-q", assign("mean", "d * (var_q + mean_q**2)"),
      "q and k are different vectors; this formula assumes that k is q"),
]
# fmt: on


def by_definition(
    d: int, mean_q: float, var_q: float, mean_k: float, var_k: float
) -> tuple[float, float]:
    mean = mean_q * mean_k
    square = (var_q + mean_q**2) * (var_k + mean_k**2)
    return d * mean, d * (square - mean**2)


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    (mq, mk), (vq, vk), *others = rng.uniform(0.5, 2, size=(4, 2)).tolist()
    (other_mq, other_mk), (other_vq, other_vk) = others
    return {
        "means 0, variances 1": case(7, 0.0, 1.0, 0.0, 1.0),
        "means 0": case(5, 0.0, vq, 0.0, vk),
        "both have a mean": case(11, mq, vq, -mk, vk, weight=3),
        "both have a negative mean": case(6, -other_mq, other_vq, -other_mk, other_vk, weight=3),
    }


question = Arrays(
    oracle=by_definition,
    cases=cases,
    outputs={"mean": 1, "variance": 2},
    reference=score_moments,
    misconceptions=MISCONCEPTIONS,
)
