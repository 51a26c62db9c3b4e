"""Returns nested lists, and gradients that nobody asked for.

points: 7.5
finding: array-type
"""


def gradients(X, y, W_q, W_k, W_v, W_1, w_2):
    f = forward(X, W_q, W_k, W_v, W_1, w_2)
    Q, K, V, A, V_tilde, Z, H = (f[name] for name in ("Q", "K", "V", "A", "V_tilde", "Z", "H"))
    g = 2 * (f["y_hat"] - y)
    dw_2 = H.T @ g
    dZ = np.outer(g, w_2) * (Z > 0)
    dW_1 = dZ.T @ V_tilde
    dV_tilde = dZ @ W_1
    dV = A.T @ dV_tilde
    dA = dV_tilde @ V.T
    dS = A * (dA - (A * dA).sum(axis=1, keepdims=True))
    dS = dS / np.sqrt(W_q.shape[0])
    dQ = dS @ K
    dK = dS.T @ Q
    result = {"W_q": dQ.T @ X, "W_k": dK.T @ X, "W_v": dV.T @ X, "W_1": dW_1, "w_2": dw_2}
    result["X"] = dQ @ W_q + dK @ W_k + dV @ W_v
    return {name: array.tolist() for name, array in result.items()}
