"""A derivation of the mean of a score, line by line."""

from dataclasses import replace

from examiner.checks import Derivation, misconception

from ..attention import SCALING_MEAN
from .scaling_steps import scaling_problem

# fmt: off
MISCONCEPTIONS = (
    misconception("mean-of-squares", "d",
      "this is the mean of s²; in the mean of s, no entry is squared"),
)
# fmt: on

PROBLEM = scaling_problem()

question = Derivation(
    replace(
        PROBLEM,
        left=SCALING_MEAN["left"],
        right=SCALING_MEAN["right"],
        facts=tuple(replace(fact, required=fact.name != "unit variance") for fact in PROBLEM.facts),
        together=(),
        misconceptions=MISCONCEPTIONS,
    )
)
