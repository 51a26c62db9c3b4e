"""Written for a vector: a matrix breaks it.

points: 0.5
finding: the rows of a matrix: raised(ValueError)
"""

import numpy as np

def softmax(z):
    e = np.exp(z - max(z))
    return e / sum(e)
