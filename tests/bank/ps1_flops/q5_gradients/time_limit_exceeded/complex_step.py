"""No derivative at all: a tiny imaginary step for each weight, through the given forward pass.

finding: W_q: not-in-time
"""


def gradients(*layer):
    found = {}
    for i, name in enumerate(PARAMETERS, 2):
        found[name] = np.empty(layer[i].shape)
        for index in np.ndindex(layer[i].shape):
            moved = [array.astype(complex) for array in layer]
            moved[i][index] += 1e-30j
            found[name][index] = squared_loss(*moved).imag / 1e-30
    return found
