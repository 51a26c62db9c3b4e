"""The sizes of arrays."""

import numpy as np


def cache_ledger(n, d):
    shapes = {"keys": (n, d), "values": (n, d), "weights": (n, n)}
    return {name: np.zeros(shape).size for name, shape in shapes.items()}
