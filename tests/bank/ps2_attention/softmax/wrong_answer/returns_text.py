"""Returns text.

finding: a vector: not-expected
"""


def softmax(z):
    return str(z)
