"""Goes through the stages, and divides what comes next."""


def state_bytes(n_params, n_devices, stage):
    parts = [12 * n_params, 2 * n_params, 2 * n_params]
    for i in range(stage):
        parts[i] /= n_devices
    return sum(parts)
