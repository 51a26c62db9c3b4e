"""Looks for the steepest place of the output."""


def softmax_audit(z):
    top = int(np.argmax(z))
    gap = float("inf")
    for i, score in enumerate(z):
        if i != top:
            gap = min(gap, z[top] - score)
    best = (0.0, None)
    for score in np.linspace(z[top] - gap - 1, z[top] - gap + 3, 8_001):
        moved = np.array(z, dtype=float)
        moved[top] = score
        e = np.exp(moved - moved.max())
        y = e[top] / e.sum()
        best = max(best, (y * (1 - y), score))
    return {
        "largest_derivative": round(best[0], 6),
        "tipping_score": best[1],
        "gap": gap,
        "line": np.int64(4),
    }
