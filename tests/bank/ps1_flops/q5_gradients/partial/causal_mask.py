"""Of the layer in which no token looks at later ones.

points: 5
finding: causal-mask
"""

def gradients(X, y, W_q, W_k, W_v, W_1, w_2):
    c = forward(X, W_q, W_k, W_v, W_1, w_2)
    V, Q, K = c["V"], c["Q"], c["K"]
    S = np.where(np.tril(np.ones(c["S"].shape, bool)), c["S"], -np.inf)
    A = np.exp(S - S.max(axis=1, keepdims=True))
    A = A / A.sum(axis=1, keepdims=True)
    c["V_tilde"] = A @ V
    Z = c["V_tilde"] @ W_1.T
    H = np.maximum(Z, 0)
    c["y_hat"] = H @ w_2
    dy = 2 * (c["y_hat"] - y)
    dw2 = H.T @ dy
    dH = np.outer(dy, w_2)
    dZ = dH * (Z > 0)
    dW1 = dZ.T @ c["V_tilde"]
    dVt = dZ @ W_1
    dV = A.T @ dVt
    dA = dVt @ V.T
    dS = A * (dA - np.sum(A * dA, axis=1, keepdims=True))
    dS = dS / np.sqrt(W_q.shape[0])
    dQ = dS @ K
    dK = dS.T @ Q
    grads = dict(W_q=dQ.T @ X, W_k=dK.T @ X, W_v=dV.T @ X, W_1=dW1, w_2=dw2)
    return grads
