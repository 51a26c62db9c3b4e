"""Half of the products of the linear form.

points: 1.5
finding: multiply-accumulates-here
"""

def crossover_length(d_v, r):
    return (2 * d_v * r + 3 * r + d_v) // (2 * (r + d_v + 1)) + 1
