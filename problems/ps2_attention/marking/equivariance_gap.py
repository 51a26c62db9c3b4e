"""The gap between attention of reordered tokens and reordered attention."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    assign,
    case,
    misconception,
    missed_idea,
    replace_all,
    returns,
)

from ..attention import (
    attention_with_positions,
    causal_attention,
    equivariance_gap,
    plain_attention,
)

Attention: TypeAlias = Callable[[np.ndarray], np.ndarray]

# fmt: off
MISCONCEPTIONS = [
    missed_idea("against-unpermuted-output", assign("right", "attention(X)"),
      "this compares Sa[XP] with Sa[X]: the outputs move with their tokens"),
    misconception("output-permuted-back",
      assign("right", "attention(X)[:, np.argsort(permutation)]"),
      "the output is permuted the other way round: by Pᵀ instead of P"),
    misconception("both-permuted-back", assign("permutation", "np.argsort(permutation)"),
      "both sides are permuted the other way round: by Pᵀ instead of P"),
    misconception("input-permuted-back", assign("left", "attention(X[:, np.argsort(permutation)])"),
      "only the input is permuted the other way round: by Pᵀ instead of P"),
    misconception("rows-permuted", replace_all("[:, permutation]", "[permutation]"),
      "the rows are permuted; tokens are columns"),
    misconception("no-absolute-values",
      [returns("np.max(left - right)"), returns("abs(np.max(left - right))"),
       returns("np.max(np.abs(left) - np.abs(right))")],
      "take the absolute value of each difference: otherwise a large negative one is lost"),
    misconception("largest-entries-compared",
      [returns("abs(np.max(left) - np.max(right))"),
       returns("abs(np.max(np.abs(left)) - np.max(np.abs(right)))")],
      "the two sides are compared entry by entry, not by the largest entry of each"),
    misconception("range", returns("np.ptp(left - right)"),
      "this is the range, from the smallest difference to the largest"),
    misconception("mean", returns("np.mean(np.abs(left - right))"),
      "this is the mean, not the largest"),
    misconception("mean-square",
      [returns("np.mean((left - right) ** 2) ** 1"),
       returns("np.mean((left - right) ** 2) ** 0.5")],
      "this is the mean square, or its root; the question asks for the largest difference"),
    misconception("largest-norm-or-sum",
      [returns("np.max(np.linalg.norm(left - right, 1, axis=0))"),
       returns("np.max(np.linalg.norm(left - right, 1, axis=1))"),
       returns("np.max(np.linalg.norm(left - right, 2, axis=0))"),
       returns("np.max(np.linalg.norm(left - right, 2, axis=1))")],
      "this is the largest norm or sum of a row or column; the question asks for the largest "
      "entry"),
    misconception("spectral-norm", returns("np.linalg.norm(left - right, 2)"),
      "this is the spectral norm, not the largest entry"),
    misconception("sum", returns("np.sum(np.abs(left - right))"),
      "this is the sum, not the largest"),
    misconception("frobenius-norm", returns("np.linalg.norm(left - right)"),
      "this is the Frobenius norm, not the largest entry"),
    missed_idea("gap-or-none",
      [returns("float(not np.allclose(left, right))"), returns("float(np.allclose(left, right))")],
      "this tells only if there is a gap; the question asks for its size"),
    misconception("largest-square", returns("np.max((left - right) ** 2)"),
      "this is the largest square"),
    misconception("relative",
      [returns("_ / np.max(np.abs(attention(X)))"), returns("_ / np.max(np.abs(left))")],
      "this is relative to the outputs; the question asks for the difference itself"),
]
# fmt: on


def by_definition(attention: Attention, X: np.ndarray, permutation: np.ndarray) -> float:
    P = np.eye(len(permutation))[:, permutation]
    left, right = attention(X @ P), attention(X) @ P
    gap = max(abs(a - b) for a, b in zip(left.flat, right.flat, strict=True))
    return 0.0 if gap < 1e-12 else gap  # rounding


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw cases in which no permutation is its own inverse or leaves a token in its place."""

    def moved(attention: Attention, d: int, order: Sequence[int], weight: float) -> Case:
        """Draw tokens for which the largest difference, if there is one, is negative."""
        permutation = np.array(order)
        while True:
            X = rng.normal(size=(d, len(permutation)))
            difference = attention(X[:, permutation]) - attention(X)[:, permutation]
            if attention is plain_attention or difference.max() < -difference.min():
                return case(attention, X, permutation, weight=weight)

    return {
        "plain": moved(plain_attention, 3, [2, 0, 3, 4, 1], weight=1),
        "causal": moved(causal_attention, 6, [1, 2, 4, 0, 3], weight=3),
        "with positions": moved(attention_with_positions, 2, [1, 2, 3, 0], weight=2),
        "causal, seven tokens": moved(causal_attention, 4, [3, 0, 1, 6, 2, 4, 5], weight=2),
    }


question = Arrays(
    oracle=by_definition, cases=cases, reference=equivariance_gap, misconceptions=MISCONCEPTIONS
)
