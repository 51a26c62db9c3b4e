"""Divides what a stage divides."""


def state_bytes(n_params, n_devices, stage):
    weights = 2 * n_params
    gradients = 2 * n_params
    optimiser = (4 + 4 + 4) * n_params
    if stage >= 1:
        optimiser = optimiser // n_devices
    if stage >= 2:
        gradients = gradients // n_devices
    if stage >= 3:
        weights = weights // n_devices
    return weights + gradients + optimiser
