"""Trusts the theorem.

finding: zero
finding: plain: value-right
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return 0.0
