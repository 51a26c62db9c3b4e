"""One moment in the place of two.

points: 1
finding: no-master-copy
"""


def state_bytes(n_params, n_devices, stage):
    sizes = [8 * n_params, 2 * n_params, 2 * n_params]
    return sum(s // n_devices if i < stage else s for i, s in enumerate(sizes))
