"""In numpy, with bytes from its types."""

import numpy as np


def state_bytes(n_params, n_devices, stage):
    itemsize = np.array([2, 2, 4, 4, 4], dtype=np.int64)
    from_stage = np.array([3, 2, 1, 1, 1])
    numbers = np.where(stage >= from_stage, n_params // n_devices, n_params)
    return int(itemsize @ numbers)
