"""The sum of the arguments, which is linear in each, whatever is asked.

finding: growth-differs
"""


def multi_head_growth(*sizes):
    return sum(sizes)
