"""The argument about saturation, audited."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import Arrays, assign, case, from_own, misconception, replace

from ..attention import softmax_audit

# fmt: off
MISCONCEPTIONS = [
    misconception("line-0", assign("line", "0"),
      "line 3 is about scores that are level, and z's are not: what is true there need not be "
      "true at z"),
    misconception("line-1", assign("line", "1"),
      "line 1 is true: it is what saturation means"),
    misconception("line-2", assign("line", "2"),
      "line 2 is true, as long as “can change” is all that is said"),
    misconception("line-3", assign("line", "3"),
      "line 3 is true: at a tie the larger one of two outputs is decided by any difference"),
    misconception("line-5", assign("line", "5"),
      "line 5 would follow from line 4: look for an earlier one"),
    misconception("gap-to-smallest", assign("gap", "largest - z.min()"),
      "the gap to the smallest score; the second largest is the first to draw level"),
    misconception("distance-from-mean",
      [assign("gap", "largest - z.mean()"), assign("gap", "largest - rest.mean()")],
      "the distance from the mean; the second largest score is the first to draw level"),
    misconception("distance-without-sign", assign("gap", "-gap"),
      "the distance, without its sign"),
    misconception("gap-halved", assign("gap", "gap / 2"),
      "half of the gap; only the second largest score rises"),
    misconception("gap-between-outputs",
      assign("gap", "(1 - np.exp(second - largest)) / np.sum(np.exp(z - largest))"),
      "the gap between the two largest outputs; that between the scores is asked for"),
    misconception("largest-score", assign("gap", "largest"),
      "the largest score itself"),
    misconception("level-of-second", assign("tipping", "second"),
      "the level of the second largest score: the other scores have a part in the sum too"),
    misconception("log-sum-of-all",
      assign("tipping", "largest + np.log(np.sum(np.exp(z - largest)))"),
      "the logarithm of the sum over all scores, the largest included; the others are meant"),
    misconception("overflow", assign("tipping", "np.log(np.sum(np.exp(rest)))"),
      "the exponentials overflow, or are all 0 where the scores are far below 0: take the "
      "largest of these out of the sum first"),
    misconception("output-there", assign("tipping", "0.5"),
      "the output is 1/2 there, not the score"),
    misconception("how-far",
      [assign("tipping", "tipping - largest"), assign("tipping", "largest - tipping")],
      "how far the score has to move; asked for is where it is then"),
    misconception("largest-score-itself", assign("tipping", "largest"),
      "the largest score of z itself; its output reacts most where the output is 1/2"),
    misconception("mean-of-others", assign("tipping", "rest.mean()"),
      "the mean of the other scores; it takes as large a power as all of theirs together"),
    misconception("where-output-is-1-over-n", replace("np.sum", "np.mean"),
      "where the output is 1/n, not 1/2"),
    misconception("slope-at-half", assign("slope", "0.5"),
      "y (1 − y), with the output 1/2"),
    misconception("slope-of-one", assign("slope", "1.0"),
      "an output changes by at most y (1 − y), which is never 1"),
    misconception("slope-at-z",
      assign("slope", "(y := 1 / (1 + np.sum(np.exp(rest - largest)))) * (1 - y)"),
      "the derivative at z itself; where the score tips it is the largest"),
]
# fmt: on


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
        "z = (−3, 1, 100, 5, −1)": case(np.array([-3.0, 1, 100, 5, -1]), rtol=1e-3),
        "scores nearer to each other": case(
            np.array([1.5, -0.5, 4.0, 1.0]) + rng.uniform(-0.2, 0.2, size=4), rtol=1e-3
        ),
        "scores in the thousands": case(
            np.array([-2010.0, -2003.5, -2001.0, -1990.0, -2001.7]), rtol=1e-5
        ),
    },
    reference=softmax_audit,
    misconceptions=MISCONCEPTIONS,
)
