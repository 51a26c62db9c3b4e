"""A list without names.

finding: not-expected
"""


def softmax_audit(z):
    return [4, 95, 5.02, 0.25]
