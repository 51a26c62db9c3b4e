"""Reads names that params does not have.

finding: raised(KeyError)
finding: raised(AttributeError)
"""

import numpy as np


def append_token(x, K_cache, V_cache, params):
    return params["W_Q"] @ x, K_cache, V_cache


def append_flops(n, d):
    return d.shape


def recompute_flops(n, d):
    return n.shape
