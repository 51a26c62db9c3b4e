"""A golden-section search in the logarithm of N."""


def compute_optimal(flops, coefficients):
    def loss(log_n):
        n = np.exp(log_n)
        return predicted_loss(n, flops / (6 * n), coefficients)

    low, high = np.log(1e3), np.log(flops / 1e3)
    golden = (5**0.5 - 1) / 2
    for _ in range(90):
        a, b = high - golden * (high - low), low + golden * (high - low)
        if loss(a) < loss(b):
            high = b
        else:
            low = a
    n = np.exp((low + high) / 2)
    return n, flops / (6 * n)
