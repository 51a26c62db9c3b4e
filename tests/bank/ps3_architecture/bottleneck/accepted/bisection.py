"""Halves an interval, comparing costs per token."""

bottleneck = {}
bottleneck["short"] = "projections"
bottleneck["long"] = "Scores and Sums"


def crossover_seq_len(d_model, ffn_mult):
    def surplus(n):
        return 4 * n * d_model - 8 * d_model**2 - 4 * ffn_mult * d_model**2

    low, high = 0, 1
    while surplus(high) < 0:
        high *= 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if surplus(middle) < 0 else (low, middle)
    return high
