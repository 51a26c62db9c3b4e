"""The softmax along the last axis."""

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

from ..attention import softmax

# fmt: off
MISCONCEPTIONS = [
    misconception("overflow", remove("- z.max(axis=-1, keepdims=True)"),
      "the exponentials overflow: subtract the largest score first"),
    misconception("overflow-above-smaller", [replace("z.max", "z.mean"), replace("z.max", "z.min")],
      "subtract the largest score: with the mean or the smallest score, the exponentials can "
      "still overflow"),
    misconception("sum-along-axis-1",
      assign("last", "min(z.ndim - 1, 1)") & replace_all("axis=-1", "axis=last"),
      "the sum runs along axis 1, not along the last"),
    missed_idea("sum-along-axis-before-last",
      [assign("last", "max(z.ndim - 2, 0)") & replace_all("axis=-1", "axis=last"),
       replace_all("axis=-1", "axis=-2")],
      "the sum runs along the axis before the last, not along the last"),
    missed_idea("sum-along-first-axis", replace_all("axis=-1", "axis=0"),
      "the sum runs along the first axis, not along the last"),
    misconception("powers-of-two", replace("np.exp", "np.exp2"),
      "these are powers of 2, not of e"),
    misconception("scores-clipped",
      [assign("most", f"{k}") & assign("z", "np.clip(z, -most, most)")
       for k in (50, 88, 100, 500, 700, 709)],
      "the scores are clipped: subtract each row's largest score instead"),
    convention("small-number-in-normaliser",
      [returns(f"e / (e.sum(axis=-1, keepdims=True) + 1e-{k})") for k in (3, 4, 5, 6, 7, 8, 9)],
      "a small number is added to the normaliser, but the sum contains e⁰ and is never 0"),
    missed_idea("one-sum-for-all",
      [replace_all("axis=-1", "axis=None"), returns("e / e.sum()"),
       assign("e", "np.exp(z)") & returns("e / e.sum()")],
      "the sum runs over all entries; each row has its own sum"),
    misconception("divided-by-largest",
      [assign("z", "z / z.max(axis=-1, keepdims=True)"),
       assign("z", "z / np.abs(z).max(axis=-1, keepdims=True)"), assign("z", "z / z.max()")],
      "the scores are divided by the largest; subtract it"),
    misconception("largest-of-all-subtracted", assign("e", "np.exp(z - z.max())"),
      "subtract each row's own largest score, not the largest of all"),
    misconception("largest-along-another-axis", assign("e", "np.exp(z - z.max(axis=0))"),
      "the largest score is taken along another axis than the sum: subtract one number from a "
      "whole row"),
    misconception("sign-reversed", assign("z", "-z"),
      "this is the softmax of −z: the sign of the scores is reversed"),
    misconception("logarithm",
      assign("z", "z - z.max(axis=-1, keepdims=True)")
       & returns("z - np.log(e.sum(axis=-1, keepdims=True))"),
      "this is the logarithm of the softmax"),
]
# fmt: on


def by_definition(z: np.ndarray) -> np.ndarray:
    y = np.empty(z.shape)
    for row in np.ndindex(z.shape[:-1]):
        powers = [np.exp(score - max(z[row])) for score in z[row]]
        y[row] = [power / sum(powers) for power in powers]
    return y


def large(
    rng: np.random.Generator,
    shape: tuple[int, ...],
    middle: float | list[float] | list[list[float]],
) -> np.ndarray:
    """Draw scores around `middle` that float32 holds exactly, so that rounding is harmless."""
    return (rng.normal(size=shape) + np.array(middle)).astype(np.float32).astype(float)


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    return {
        "a vector": case(rng.normal(size=4)),
        "the rows of a matrix": case(rng.normal(size=(3, 5))),
        "three axes": case(rng.normal(size=(2, 4, 3)), weight=0.5),
        "scores in the thousands": case(large(rng, (2, 4), 1000.0), weight=0.5),
        "rows of very different size": case(large(rng, (2, 3), [[2000.0], [-2000.0]]), weight=0.5),
        "scores far apart in a row": case(
            large(rng, (6, 4), [0.0, 3000.0, 2999.0, -3000.0]), weight=0.5
        ),
    }


question = Arrays(
    oracle=by_definition,
    cases=cases,
    float32=True,
    reference=softmax,
    misconceptions=MISCONCEPTIONS,
)
