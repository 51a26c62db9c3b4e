"""Asks for a sixth score.

finding: it raised IndexError
"""


def softmax_audit(z):
    return {"gap": z[0] - z[5]}
