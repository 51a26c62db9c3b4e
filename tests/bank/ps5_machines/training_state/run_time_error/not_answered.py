"""The stub, as it was released.

finding: not-answered
"""


def state_bytes(n_params, n_devices, stage):
    raise NotImplementedError("Replace this line with your answer.")
