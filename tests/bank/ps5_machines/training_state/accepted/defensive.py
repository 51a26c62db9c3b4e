"""Checks its arguments."""


def state_bytes(n_params, n_devices, stage):
    if stage not in (0, 1, 2, 3):
        raise ValueError(f"no stage {stage}")
    if n_params % n_devices:
        raise ValueError("the devices don't divide the weights")
    each = n_params // n_devices
    total = 0
    for width, divided_from in [(4, 1)] * 3 + [(2, 2), (2, 3)]:
        total += width * (each if stage >= divided_from else n_params)
    return total
