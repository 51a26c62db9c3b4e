"""Calls a function that does not exist.

finding: raised(NameError)
"""


def crossover_length(d_v, r):
    return solve(linear_attention_flops, quadratic_attention_flops)
