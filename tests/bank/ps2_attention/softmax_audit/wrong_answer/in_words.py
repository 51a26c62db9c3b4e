"""Words in place of numbers.

finding: expected
"""


def softmax_audit(z):
    return {"line": "four", "gap": "95", "tipping_score": "5", "largest_derivative": "1/4"}
