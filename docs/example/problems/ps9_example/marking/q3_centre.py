"""Centred rows."""

import numpy as np

from examiner.checks import Arrays, case, misconception, replace, returns

from ..example import centre


def by_definition(x: np.ndarray) -> np.ndarray:
    centred = np.empty(x.shape)
    for i, row in enumerate(x):
        for j, entry in enumerate(row):
            centred[i, j] = entry - sum(row) / len(row)
    return centred


# fmt: off
MISCONCEPTIONS = [
    misconception("of-columns", replace("axis=1, keepdims=True", "axis=0"),
      "the mean runs over the tokens, not over the entries of one token"),
    misconception("of-all", returns("x - x.mean()"),
      "each row has a mean of its own"),
]
# fmt: on

question = Arrays(
    oracle=by_definition,
    cases=lambda rng: {
        "3 tokens of width 5": case(rng.normal(size=(3, 5))),
        "7 tokens of width 2": case(rng.normal(size=(7, 2))),
    },
    reference=centre,
    misconceptions=MISCONCEPTIONS,
)
