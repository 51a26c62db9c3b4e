"""By the logarithms of the sums, and means of values."""

import numpy as np


def merge(a, b):
    m = np.maximum(a[0], b[0])
    safe = m if np.isfinite(m) else 0.0
    scaled = []
    for m_i, l_i, o_i in (a, b):
        log_l = m_i + np.log(l_i) if l_i > 0 else -np.inf
        share = np.exp(log_l - safe)  # e^(m_i - m) l_i
        mean = np.divide(o_i, l_i) if l_i > 0 else np.zeros_like(o_i)
        scaled.append((share, share * mean))
    return float(m), float(scaled[0][0] + scaled[1][0]), scaled[0][1] + scaled[1][1]
