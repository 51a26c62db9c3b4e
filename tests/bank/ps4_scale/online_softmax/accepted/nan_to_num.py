"""Vectorised over the two states; the NaN of −inf − (−inf) becomes a factor of 0."""

import numpy as np


def merge(state_1, state_2):
    m = np.array([state_1[0], state_2[0]])
    l = np.array([state_1[1], state_2[1]])
    o = np.stack([state_1[2], state_2[2]])
    top = m.max()
    with np.errstate(invalid="ignore"):
        c = np.nan_to_num(np.exp(m - top))
    return top, c @ l, c @ o
