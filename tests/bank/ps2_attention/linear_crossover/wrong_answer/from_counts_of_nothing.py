"""Right for one's own counts, which are a constant and 0: nothing follows from nothing.

given: linear_flops/partial/one_token.py
given: quadratic_flops/wrong_answer/nothing.py
finding: D_v = 3, R = 21: it is 1 everywhere, whatever the arguments: you have 1, expected 7
"""


def crossover_length(d_v, r):
    return 1
