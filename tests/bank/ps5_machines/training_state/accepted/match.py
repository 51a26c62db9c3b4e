"""By match, with floats."""


def state_bytes(n_params, n_devices, stage):
    match stage:
        case 0:
            divided = 0.0
        case 1:
            divided = 12.0
        case 2:
            divided = 14.0
        case _:
            divided = 16.0
    return n_params * (16.0 - divided) + n_params * divided / n_devices
