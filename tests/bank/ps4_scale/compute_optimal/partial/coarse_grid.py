"""Searches a grid of 25 points per decade that ends at 10^13 weights.

points: 1.5
finding: search-too-coarse
finding: authored
"""

def compute_optimal(flops, coefficients):
    grid = np.logspace(6, 13, 7 * 25 + 1)
    losses = predicted_loss(grid, flops / (6 * grid), coefficients)
    n = grid[np.argmin(losses)]
    return n, flops / (6 * n)
