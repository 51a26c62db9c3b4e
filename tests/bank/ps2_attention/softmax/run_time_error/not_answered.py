"""The stub.

finding: not answered yet
"""


def softmax(z):
    raise NotImplementedError("Replace this line with your answer.")
