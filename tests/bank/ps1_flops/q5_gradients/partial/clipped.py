"""Clips the gradients to a norm of 1, all together.

points: 5
finding: factors-of-arrays
"""

def gradients(X, y, W_q, W_k, W_v, W_1, w_2):
    c = forward(X, W_q, W_k, W_v, W_1, w_2)
    A, V, Q, K, Z, H = c["A"], c["V"], c["Q"], c["K"], c["Z"], c["H"]
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
    norm = np.sqrt(sum(np.sum(v ** 2) for v in grads.values()))
    if norm > 1.0:
        grads = {k: v / norm for k, v in grads.items()}
    return grads
