"""Sums over tokens and pairs of tokens, in loops."""


def gradients(X, y, W_q, W_k, W_v, W_1, w_2):
    f = forward(X, W_q, W_k, W_v, W_1, w_2)
    result = {
        "W_q": np.zeros_like(W_q),
        "W_k": np.zeros_like(W_k),
        "W_v": np.zeros_like(W_v),
        "W_1": np.zeros_like(W_1),
        "w_2": np.zeros_like(w_2),
    }
    for t in range(len(X)):
        g = -2 * (y[t] - f["y_hat"][t])
        result["w_2"] += g * f["H"][t]
        delta = g * w_2 * (f["Z"][t] > 0)
        result["W_1"] += np.outer(delta, f["V_tilde"][t])
        b = W_1.T @ delta
        for j in range(len(X)):
            alpha = f["A"][t, j]
            sigma = alpha * b @ (f["V"][j] - f["V_tilde"][t]) / np.sqrt(len(W_q))
            result["W_v"] += alpha * np.outer(b, X[j])
            result["W_q"] += sigma * np.outer(f["K"][j], X[t])
            result["W_k"] += sigma * np.outer(f["Q"][t], X[j])
    return result
