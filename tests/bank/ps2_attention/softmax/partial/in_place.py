"""Works in place, on its argument.

points: 1.5
finding: a-function: changes-argument
"""

import numpy as np

def softmax(z):
    z -= z.max(-1)[..., None]
    np.exp(z, out=z)
    z /= z.sum(-1)[..., None]
    return z
