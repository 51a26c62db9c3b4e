"""Returns the trace.

points: 1
finding: trace
"""

import numpy as np

def jacobian_norm_squared(a):
    return 1 - np.sum(a**2)
