"""An audit of the argument about saturation."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import Arrays, assign, case, from_own, misconception, replace

from ..attention import softmax_audit

# fmt: off
MISCONCEPTIONS = [
    misconception("line-0", assign("line", "0"),
      "line 3 is about equal scores, but the scores in z differ: a fact about equal scores need "
      "not hold at z"),
    misconception("line-1", assign("line", "1"),
      "line 1 is true: it is the definition of saturation"),
    misconception("line-2", assign("line", "2"),
      "line 2 is true, because it claims only that the output “can change”"),
    misconception("line-3", assign("line", "3"),
      "line 3 is true: at a tie, any difference decides which of two outputs is larger"),
    misconception("line-5", assign("line", "5"),
      "line 5 would follow from line 4: look for an earlier line"),
    misconception("gap-to-smallest", assign("gap", "largest - z.min()"),
      "this is the gap to the smallest score; the second largest is the first to draw level"),
    misconception("distance-from-mean",
      [assign("gap", "largest - z.mean()"), assign("gap", "largest - rest.mean()")],
      "this is the distance from the mean; the second largest score is the first to draw level"),
    misconception("distance-without-sign", assign("gap", "-gap"),
      "the question asks for the distance, without its sign"),
    misconception("gap-halved", assign("gap", "gap / 2"),
      "this is half of the gap; only the second largest score rises"),
    misconception("gap-between-outputs",
      assign("gap", "(1 - np.exp(second - largest)) / np.sum(np.exp(z - largest))"),
      "this is the gap between the two largest outputs; the question asks for the gap between the "
      "scores"),
    misconception("largest-score", assign("gap", "largest"),
      "this is the largest score itself"),
    misconception("level-of-second", assign("tipping", "second"),
      "this is the second largest score, but the other scores contribute to the sum as well"),
    misconception("log-sum-of-all",
      assign("tipping", "largest + np.log(np.sum(np.exp(z - largest)))"),
      "this is the logarithm of the sum over all scores; leave out the largest"),
    misconception("overflow", assign("tipping", "np.log(np.sum(np.exp(rest)))"),
      "the exponentials overflow, or are all 0 if the scores are far below 0: take the largest "
      "of these out of the sum first"),
    misconception("output-there", assign("tipping", "0.5"),
      "the output is 1/2 at this point, not the score"),
    misconception("how-far",
      [assign("tipping", "tipping - largest"), assign("tipping", "largest - tipping")],
      "this is the distance that the score has to move; the question asks for its new value"),
    misconception("largest-score-itself", assign("tipping", "largest"),
      "this is the largest score of z itself; its output reacts most when the output is 1/2"),
    misconception("mean-of-others", assign("tipping", "rest.mean()"),
      "this is the mean of the other scores; the exponential at the tipping score equals the sum "
      "of theirs"),
    misconception("where-output-is-1-over-n", replace("np.sum", "np.mean"),
      "this is the score at which the output is 1/n, not 1/2"),
    misconception("slope-at-half", assign("slope", "0.5"),
      "the derivative is y (1 − y), with the output y = 1/2"),
    misconception("slope-of-one", assign("slope", "1.0"),
      "an output changes by at most y (1 − y), which is never 1"),
    misconception("slope-at-z",
      assign("slope", "(y := 1 / (1 + np.sum(np.exp(rest - largest)))) * (1 - y)"),
      "this is the derivative at z itself; the derivative is largest at the tipping score"),
]
# fmt: on


ROUNDING = 0.006  # the question asks for two decimals


def audited(z: np.ndarray) -> dict[str, float]:
    """Audit by bisection: the output's derivative y (1 - y) is largest at y = 1/2."""
    low, high = np.min(z), np.max(z) + 2 * np.log(len(z))
    for _ in range(80):
        middle = (low + high) / 2
        y = 1 / (1 + np.sum(np.exp(np.delete(z, np.argmax(z)) - middle)))
        low, high = (middle, high) if y < 1 / 2 else (low, middle)
    gap = min(max(z) - score for score in z if score < max(z))
    return {"line": 4, "gap": gap, "tipping_score": middle, "largest_derivative": y * (1 - y)}


def slope_there(own: Mapping[str, float], z: np.ndarray) -> dict[str, float]:
    """Return the derivative at the student's own tipping score."""
    y = 1 / (1 + np.sum(np.exp(np.delete(z, np.argmax(z)) - own["tipping_score"])))
    return {"largest_derivative": y * (1 - y)}


question = Arrays(
    oracle=audited,
    accept={"right, given your tipping score": from_own(slope_there)},
    cases=lambda rng: {
        "z = (−3, 1, 100, 5, −1)": case(np.array([-3.0, 1, 100, 5, -1]), rtol=1e-3, atol=ROUNDING),
        "scores nearer to each other": case(
            np.array([1.5, -0.5, 4.0, 1.0]) + rng.uniform(-0.2, 0.2, size=4),
            rtol=1e-3,
            atol=ROUNDING,
        ),
        "scores in the thousands": case(
            np.array([-2010.0, -2003.5, -2001.0, -1990.0, -2001.7]), rtol=1e-5, atol=ROUNDING
        ),
    },
    outputs={"line": 3, "gap": 1, "tipping_score": 1, "largest_derivative": 1},
    reference=softmax_audit,
    misconceptions=MISCONCEPTIONS,
)
