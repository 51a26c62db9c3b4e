"""Numpy floats, in another order, with more entries than asked for."""


def audit():
    table = np.array([2_717_908_992, 10_871_635_968, 6_291_456, 3_623_878_656, 3_623_878_656], float)
    model = 12 * table
    output = model[1] * 11 / 12
    tokens = (model.sum() - model[2] - output) * 767 / 768
    scores = 12 * 12 * 2.0 * 64 * (64 * 64 - 1024)
    values = np.float64(-12 * 12 * 2 * 64 * 1024)
    corrected = model.sum() - output - tokens - scores - values
    claimed = model.sum()
    return dict(claimed=claimed, values=values, scores=scores, tokens=tokens, output=output, corrected=corrected)
