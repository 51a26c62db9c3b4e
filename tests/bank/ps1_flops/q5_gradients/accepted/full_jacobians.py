"""By the Jacobian of every step, an array with an axis for each axis of what it connects."""


def gradients(X, y, W_q, W_k, W_v, W_1, w_2):
    f = forward(X, W_q, W_k, W_v, W_1, w_2)
    L, root = len(X), np.sqrt(len(W_q))
    token = np.eye(L)
    passes = (f["Z"] > 0).astype(float)
    dl_dy = 2 * (f["y_hat"] - y)
    dy_dZ = passes * w_2
    dl_dZ = dl_dy[:, None] * dy_dZ
    dl_dVt = np.einsum("th,ho->to", dl_dZ, W_1)
    dVt_dA = f["V"]  # of entry (t, o) by A_tj: V_jo
    dA_dS = np.einsum("tj,ju->tju", f["A"], token) - np.einsum("tj,tu->tju", f["A"], f["A"])
    dl_dS = np.einsum("to,jo,tju->tu", dl_dVt, dVt_dA, dA_dS)
    dS_dWq = np.einsum("ua,ti->tuai", f["K"], X) / root
    dS_dWk = np.einsum("ta,ui->tuai", f["Q"], X) / root
    dVt_dWv = f["A"] @ X  # of entry (t, o) by W_oi
    return {
        "W_q": np.einsum("tu,tuai->ai", dl_dS, dS_dWq),
        "W_k": np.einsum("tu,tuai->ai", dl_dS, dS_dWk),
        "W_v": np.einsum("to,ti->oi", dl_dVt, dVt_dWv),
        "W_1": np.einsum("th,to->ho", dl_dZ, f["V_tilde"]),
        "w_2": np.einsum("t,th->h", dl_dy, f["H"]),
    }
