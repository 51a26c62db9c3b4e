"""Newton's method for the derivative, then whole numbers."""


def compute_optimal(flops, coefficients):
    A, alpha = coefficients["A"], coefficients["alpha"]
    B, beta = coefficients["B"], coefficients["beta"]
    budget = flops / 6
    x = 0.5 * np.log(budget)
    for _ in range(50):
        first = alpha * A * np.exp(-alpha * x)
        second = beta * B * np.exp(-beta * (np.log(budget) - x))
        x += (first - second) / (alpha * first + beta * second)
    return round(np.exp(x)), round(budget / np.exp(x))
