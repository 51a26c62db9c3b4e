"""Takes the own maps of a token from what is printed.

finding: authored(right, given your answer to parameters, taken from what is printed)
given: parameters/partial/keys_and_values_shared.py
"""


def audit():
    d, f, L, H, n = 768, 3072, 12, 12, 1024
    maps = 2 * d * d + 2 * d * 64 + 2 * d * f
    charged = 3 * d * d + d * d + 2 * d * f
    return {
        "output": 11 * L * 2 * d**3,
        "tokens": L * 2 * (768 * charged - maps),
        "scores": L * H * (2 * 64**3 - 2 * 64 * n),
        "values": -L * H * 2 * 64 * n,
        "corrected": 207_618_048,
    }
