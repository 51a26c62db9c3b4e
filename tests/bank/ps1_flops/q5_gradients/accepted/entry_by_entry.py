"""One number after the other, in Python's own loops over lists."""


def times(A, B):
    columns = list(zip(*B, strict=True))
    return [[sum(a * b for a, b in zip(row, c, strict=True)) for c in columns] for row in A]


def turned(A):
    return [list(row) for row in zip(*A, strict=True)]


def gradients(X, y, W_q, W_k, W_v, W_1, w_2):
    f = {name: array.tolist() for name, array in forward(X, W_q, W_k, W_v, W_1, w_2).items()}
    A, X, W_1, w_2, y = f["A"], X.tolist(), W_1.tolist(), w_2.tolist(), y.tolist()
    tokens = range(len(X))
    dy = [2 * (f["y_hat"][t] - y[t]) for t in tokens]
    dZ = [[dy[t] * w * (z > 0) for w, z in zip(w_2, f["Z"][t], strict=True)] for t in tokens]
    dVt = times(dZ, W_1)
    dV = times(turned(A), dVt)
    dA = times(dVt, turned(f["V"]))
    means = [sum(a * b for a, b in zip(A[t], dA[t], strict=True)) for t in tokens]
    root = len(W_q) ** 0.5
    dP = [[A[t][j] * (dA[t][j] - means[t]) / root for j in tokens] for t in tokens]
    result = {
        "W_q": times(turned(times(dP, f["K"])), X),
        "W_k": times(turned(times(turned(dP), f["Q"])), X),
        "W_v": times(turned(dV), X),
        "W_1": times(turned(dZ), f["V_tilde"]),
        "w_2": [sum(h * d for h, d in zip(column, dy, strict=True)) for column in turned(f["H"])],
    }
    return {name: np.array(rows) for name, rows in result.items()}
