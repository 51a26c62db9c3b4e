"""Normalises a feature over all tokens, as batch norm does.

finding: moments-of-columns
"""

import numpy as np


def layer_norm(x, gamma, beta, eps):
    tokens = tuple(range(x.ndim - 1))
    return gamma * (x - x.mean(axis=tokens)) / np.sqrt(x.var(axis=tokens) + eps) + beta
