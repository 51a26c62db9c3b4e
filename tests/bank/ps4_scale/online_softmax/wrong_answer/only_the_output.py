"""Returns the output alone.

finding: two blocks, the second with the larger scores: m: not-expected
"""

import numpy as np


def merge(state_1, state_2):
    return (state_1[2] + state_2[2]) / (state_1[1] + state_2[1])
