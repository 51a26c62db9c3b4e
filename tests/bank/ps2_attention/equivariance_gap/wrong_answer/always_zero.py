"""Trusts the theorem.

finding: constant(0)
finding: plain: value-right
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return 0.0
