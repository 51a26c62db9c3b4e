"""Asks for a sixth score.

finding: z = (−3, 1, 100, 5, −1): line: raised(IndexError)
"""


def softmax_audit(z):
    return {"gap": z[0] - z[5]}
