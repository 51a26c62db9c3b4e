"""The score at which its odds are one."""


def softmax_audit(z):
    order = np.argsort(z)
    rest = np.delete(z, order[-1])
    shift = rest.max()
    odds = lambda score: np.exp(score - shift) / np.exp(rest - shift).sum()
    tipping = z[order[-1]] - np.log(odds(shift)) - (z[order[-1]] - shift)
    y = odds(tipping) / (1 + odds(tipping))
    return {
        "line": 4.0,
        "gap": z[order[-1]] - z[order[-2]],
        "tipping_score": tipping,
        "largest_derivative": y - y**2,
    }
