"""Right for one's own counts, of which one has two mistakes at once: that one is
not followed. It is what holds where R = D_v all the same.

given: linear_flops/wrong_answer/one_of_two_products.py
given: quadratic_flops/partial/weighted_sums_alone.py
points: 1
finding: holds-for-r-equal-dv
"""


def crossover_length(d_v, r):
    return r + 1
