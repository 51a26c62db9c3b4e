"""Differences of the loss for each weight.

finding: the-method: some-digits-only
"""


def gradients(*layer):
    found = {}
    for i, name in enumerate(PARAMETERS, 2):
        found[name] = np.empty(layer[i].shape)
        for index in np.ndindex(layer[i].shape):
            ends = []
            for step in (1e-5, -1e-5):
                moved = [array.copy() for array in layer]
                moved[i][index] += step
                ends.append(squared_loss(*moved))
            found[name][index] = (ends[0] - ends[1]) / 2e-5
    return found
