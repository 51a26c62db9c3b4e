"""Right for one's own counts. Their crossover happens to be D_v.

given: linear_flops/partial/divisions_by_nothing.py
given: quadratic_flops/partial/features_for_values.py
finding: authored
"""


def crossover_length(d_v, r):
    n = 1
    while 4 * n * d_v * r + n * d_v >= 4 * n**2 * r + 2 * n**2:
        n += 1
    return n
