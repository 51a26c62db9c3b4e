"""Right for one's own counts, whose errors cost their points above.

given: linear_flops/partial/sum_as_a_product.py
given: quadratic_flops/partial/softmax_free.py
finding: authored
"""


def crossover_length(d_v, r):
    n = 1
    while 4 * n * d_v * r + 4 * n * r + n * d_v >= 2 * n**2 * (r + d_v):
        n += 1
    return n
