"""Right for one's own counts, which are a constant and 0: nothing follows from nothing.

given: linear_flops/partial/one_token.py
given: quadratic_flops/wrong_answer/nothing.py
finding: constant(1)
"""


def crossover_length(d_v, r):
    return 1
