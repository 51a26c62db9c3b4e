"""The amount of the first error, or what is nearly that, in all five entries.

points: 0.75
finding: another-output(output)
"""


def audit():
    amount = 11 * 10_871_635_968
    return {
        "output": amount,
        "tokens": amount - 9000,
        "scores": amount + 9000,
        "values": amount - 9000,
        "corrected": amount + 0j,
    }
