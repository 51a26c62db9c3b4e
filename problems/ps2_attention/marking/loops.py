"""Inputs for linear attention, and its loop over the tokens."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from examiner.checks import Message, Verdict, assign, misconception, replace, unequal

Outputs: TypeAlias = Callable[..., np.ndarray]

# fmt: off
OF_BOTH = [
    misconception("keys-and-queries-exchanged", replace("(V, G_K, G_Q)", "(V, G_Q, G_K)"),
      "keys and queries are swapped"),
    misconception("features-again",
      [assign("G_K, G_Q", "np.exp(G_K), np.exp(G_Q)"), assign("G_K, G_Q", "G_K + 1, G_Q + 1")],
      "G_K and G_Q are features already; another function is applied to them"),
]
# fmt: on


def inputs(
    rng: np.random.Generator, seq_len: int, d_v: int = 2, r: int = 20
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Draw values and features.

    With 20 features, a loop over tokens takes hardly longer than with 8, but quadratic code does.
    So 50,000 tokens are enough to distinguish them.
    """
    features = (r, seq_len)
    return rng.normal(size=(d_v, seq_len)), rng.random(features) + 0.1, rng.random(features) + 0.1


def plain_loop(V: np.ndarray, G_K: np.ndarray, G_Q: np.ndarray) -> np.ndarray:
    output, state, features = np.empty(V.shape), np.zeros(()), np.zeros(())
    for t in range(V.shape[1]):
        state = state + np.outer(V[:, t], G_K[:, t])
        features = features + G_K[:, t]
        output[:, t] = state @ G_Q[:, t] / (features @ G_Q[:, t])
    return output


def is_unnamed(values: Verdict) -> bool:
    """Check whether the values are wrong and no misconception explains them."""
    return values.mutant is None and values.points < values.max_points


def agrees_with(all_outputs: Outputs, *, by_column: bool) -> Callable[..., Message | None]:
    """Return a function that compares an answer with all outputs.

    If a misconception makes a column NaN, the answer's column may have any values.

    Args:
        all_outputs: Computes the right outputs, in linear time.
        by_column: True if each column may have its own factor, as after an error in the normaliser.
    """

    def agrees(
        answer: np.ndarray,
        arguments: tuple[np.ndarray, ...],
        wrong_outputs: Outputs | None,
        rng: np.random.Generator,
    ) -> Message | None:
        expected = (wrong_outputs or all_outputs)(*arguments)
        defined = ~np.isnan(expected).any(axis=0)
        if by_column:
            factors = np.sum(answer * expected, axis=0) / np.sum(expected**2, axis=0)
            expected = expected * np.where(factors, factors, 1)
        return unequal(answer[:, defined], expected[:, defined])

    return agrees
