"""Numpy floats, in another order, with more entries than asked for."""


def audit():
    table = np.array([2_717_908_992, 10_871_635_968, 6_291_456, 3_623_878_656, 3_623_878_656], float)
    model = 12 * table
    qkv, output, scores, first, second = model - model / [768, 9216, 4, 768, 768]
    values = np.float64(-12 * 12 * 2 * 64 * 1024)
    return dict(claimed=model.sum(), absent=values, feed_forward=first + second, scores=scores,
                output_projection=output, queries_keys_values=qkv,
                corrected=model.sum() - qkv - output - scores - first - second - values)
