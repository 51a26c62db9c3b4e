"""Adds to gradients that it keeps: the second call gives other numbers.

points: 7.5
finding: a-function: not-repeatable
"""

seen = []


def gradients(X, y, W_q, W_k, W_v, W_1, w_2):
    f = forward(X, W_q, W_k, W_v, W_1, w_2)
    A, K, Q = f["A"], f["K"], f["Q"]
    g = 2 * (f["y_hat"] - y)
    dZ = np.outer(g, w_2) * (f["Z"] > 0)
    dV_tilde = dZ @ W_1
    dA = dV_tilde @ f["V"].T
    dP = A * (dA - (A * dA).sum(axis=1, keepdims=True)) / len(W_q) ** 0.5
    result = {"W_q": (dP @ K).T @ X, "W_k": (dP.T @ Q).T @ X, "W_v": (A.T @ dV_tilde).T @ X}
    result |= {"W_1": dZ.T @ f["V_tilde"], "w_2": f["H"].T @ g}
    before = [r["w_2"] for x, r in seen if np.array_equal(x, X)]
    seen.append((X, dict(result)))
    result["w_2"] = result["w_2"] + sum(before)
    return result
