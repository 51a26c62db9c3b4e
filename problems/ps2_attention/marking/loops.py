"""Inputs of linear attention, and its loop over the tokens."""

import numpy as np

OF_BOTH = """
keys-and-queries-exchanged: keys and queries have changed places :: (V, G_K, G_Q) -> (V, G_Q, G_K)
features-again: G_K and G_Q are features already; another function is applied to them
    :: G_K, G_Q = [np.exp(G_K), np.exp(G_Q) ~ G_K + 1, G_Q + 1]
"""


def inputs(rng, n, d_v=2, r=8):
    return rng.normal(size=(d_v, n)), rng.random((r, n)) + 0.1, rng.random((r, n)) + 0.1


def plain_loop(V, G_K, G_Q):
    output, state, features = np.empty(V.shape), 0, 0
    for t in range(V.shape[1]):
        state = state + np.outer(V[:, t], G_K[:, t])
        features = features + G_K[:, t]
        output[:, t] = state @ G_Q[:, t] / (features @ G_Q[:, t])
    return output


def agrees_with(all_outputs, values):
    """All outputs, computed in linear time; a column that a mistake makes NaN may be anything.

    values: the verdict on them. Where nobody knows which mistake they have, each column may have a
        factor of its own, as with any mistake in the normaliser.
    """
    unknown = values.mistaken is None and values.points < values.max_points

    def agrees(answer, arguments, mistake, rng):
        expected = (mistake or all_outputs)(*arguments)
        given = ~np.isnan(expected).any(axis=0)
        if unknown:
            factors = np.sum(answer * expected, axis=0) / np.sum(expected**2, axis=0)
            expected = expected * np.where(factors, factors, 1)
        return checks.unequal(answer[:, given], expected[:, given])

    return agrees
