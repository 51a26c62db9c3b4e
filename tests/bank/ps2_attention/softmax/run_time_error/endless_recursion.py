"""Calls itself for ever.

finding: RecursionError
"""


def softmax(z):
    return softmax(z - z.max())
