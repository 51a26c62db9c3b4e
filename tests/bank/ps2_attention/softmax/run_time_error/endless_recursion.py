"""Calls itself for ever.

finding: raised(RecursionError)
"""


def softmax(z):
    return softmax(z - z.max())
