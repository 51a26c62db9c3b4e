"""A list of times, and numpy's differences of them."""

import numpy as np


def audit():
    model, batch, n = LLAMA3_8B, 32, 8192
    V, d, L, H, G, e, f = model.values()
    maps = L * (2 * d * H * e + 2 * d * G * e + 3 * d * f) + V * d
    scales = (2 * L + 1) * d
    flops = np.cumsum([2 * (maps + scales + V * d), -2 * (scales + V * d), 4 * n * L * H * e])
    times = list(batch * flops / 1979e12)
    times.append(batch * flops[-1] / H100["peak_flops"])
    times.append(max(times[-1], 2 * maps / H100["bandwidth"]))
    times.append(max(times[-1], (2 * maps + batch * n * 4 * L * G * e) / H100["bandwidth"]))
    names = ["embedding", "attention", "peak", "weights", "cache"]
    return dict(zip(names, -np.diff(times), strict=True)) | {"corrected": np.float64(times[-1])}
