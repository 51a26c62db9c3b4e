"""Two right amounts, three made up, and a time that follows from all five.

points: 1
finding: numbers-differ
"""


def audit():
    file, matrices = 8_030_261_248, 7_504_658_432
    claim = 64 * file / 1979e12
    amounts = {
        "embedding": claim - 64 * matrices / 1979e12,
        "attention": -32 * 4 * 8192 * 32 * 32 * 128 / 1979e12,
        "peak": -0.001,
        "weights": -0.002,
        "cache": -0.003,
    }
    return amounts | {"corrected": claim - sum(amounts.values())}
