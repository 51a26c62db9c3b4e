"""The layer of 4.2 again, where the projections are forgotten.

finding: authored(right, given your answer to layer_time)
given: layer_time/partial/tokens_only.py
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(X * Y)
