"""Returns text.

finding: expected numbers, not the str
"""


def softmax(z):
    return str(z)
