"""Nothing to put right.

finding: corrected: array-wrong
"""


def audit():
    claim = 32 * 2 * 8_030_261_248 / 1979e12
    amounts = dict.fromkeys(["embedding", "attention", "peak", "weights", "cache"], 0.0)
    return amounts | {"corrected": claim}
