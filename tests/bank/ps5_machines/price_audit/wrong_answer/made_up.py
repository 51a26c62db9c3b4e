"""Five amounts out of the air, and what they leave.

finding: corrected: array-wrong
"""


def audit():
    amounts = {"embedding": 1e-5, "attention": -2e-5, "peak": -2.6e-4, "weights": -1e-3}
    amounts["cache"] = -1e-2
    return amounts | {"corrected": 32 * 2 * 8_030_261_248 / 1979e12 - sum(amounts.values())}
