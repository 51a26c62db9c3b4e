"""Words in place of numbers.

finding: z = (−3, 1, 100, 5, −1): line: not-expected
"""


def softmax_audit(z):
    return {"line": "four", "gap": "95", "tipping_score": "5", "largest_derivative": "1/4"}
