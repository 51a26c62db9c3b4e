"""A grid that is made finer."""


def compute_optimal(flops, coefficients):
    low, high = 4.0, 20.0
    for _ in range(8):
        powers = np.linspace(low, high, 201)
        n = 10**powers
        best = np.argmin(predicted_loss(n, flops / (6 * n), coefficients))
        low, high = powers[max(best - 1, 0)], powers[min(best + 1, 200)]
    return [10 ** powers[best], flops / (6 * 10 ** powers[best])]
