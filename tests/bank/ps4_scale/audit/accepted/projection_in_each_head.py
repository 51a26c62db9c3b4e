"""Corrects the output projection to 1 × 64 by 64 × 768 in each of 12 heads: the same cost."""


def cost(rows, inner, columns, number):
    return 12 * 2 * rows * inner * columns * number


def audit():
    amounts = {
        "queries_keys_values": cost(768, 768, 64, 36) - cost(1, 768, 64, 36),
        "output_projection": cost(768, 768, 768, 12) - cost(1, 64, 768, 12),
        "scores": cost(64, 64, 64, 12) - cost(1, 64, 1024, 12),
        "feed_forward": 2 * (cost(768, 768, 3072, 1) - cost(1, 768, 3072, 1)),
        "absent": -cost(1, 1024, 64, 12),
    }
    return amounts | {"corrected": 250_123_124_736 - sum(amounts.values())}
