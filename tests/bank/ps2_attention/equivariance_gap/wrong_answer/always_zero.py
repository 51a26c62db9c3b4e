"""Trusts the theorem.

finding: causal: it is zero
finding: plain: right, but it is 0 everywhere
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return 0.0
