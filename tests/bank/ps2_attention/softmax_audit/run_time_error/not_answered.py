"""Left as it was.

finding: not answered yet
"""


def softmax_audit(z):
    raise NotImplementedError
