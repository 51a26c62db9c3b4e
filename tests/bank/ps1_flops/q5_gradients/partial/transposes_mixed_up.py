"""The transposes are mixed up: dQ = dS K and dK = dSᵀ Q.

points: 8
finding: transposes-mixed-up
"""


def gradients(X, y, W_q, W_k, W_v, W_1, w_2):
    """Gradients of the squared loss: a dict with the keys W_q, W_k, W_v, W_1, w_2."""
    Q, K, V, _S, A, V_tilde, Z, H, y_hat = forward(X, W_q, W_k, W_v, W_1, w_2).values()
    error = y_hat - y  # (L,)
    dy_hat = 2 * error  # (L,)
    dw_2 = H.T @ dy_hat  # (d_hidden,)
    dH = np.outer(dy_hat, w_2)  # (L, d_hidden)
    dZ = dH * (Z > 0)  # (L, d_hidden)
    dW_1 = dZ.T @ V_tilde  # (d_hidden, d_out)
    dV_tilde = dZ @ W_1  # (L, d_out)
    dV = A.T @ dV_tilde  # (L, d_out): from every query back to the token it looked at
    dA = dV_tilde @ V.T  # (L, L)
    inner = np.sum(A * dA, axis=1, keepdims=True)  # (L, 1): the softmax, row by row
    dS = A * (dA - inner)  # (L, L), with respect to the scaled scores
    dP = dS / np.sqrt(len(W_q))  # (L, L), with respect to Q Kᵀ
    dQ = dP.T @ K
    dK = dP @ Q
    return {"W_q": dQ.T @ X, "W_k": dK.T @ X, "W_v": dV.T @ X, "W_1": dW_1, "w_2": dw_2}
