"""Left as it was.

finding: not-answered
"""


def softmax_audit(z):
    raise NotImplementedError
