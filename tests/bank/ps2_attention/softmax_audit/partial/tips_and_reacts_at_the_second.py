"""Takes the level of the second score for the tipping score, and the derivative there.

points: 1.75
finding: level-of-second
"""

def softmax_audit(z):
    ordered = np.sort(z)
    second = ordered[-2]
    e = np.exp(np.append(ordered[:-1], second) - second)
    y = e[-1] / e.sum()
    return {"line": 4, "gap": ordered[-1] - second, "tipping_score": second, "largest_derivative": y * (1 - y)}
