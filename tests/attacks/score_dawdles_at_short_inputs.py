"""Quadratic attention in single precision, in large blocks and one process, that wastes time in short
calls: what it may take for a long input then depends on plain loops alone.

Must happen: an answer that takes several plain loops meets a longer input, and its time earns nothing.
"""

ASSIGNMENT = "ps2_attention"
CAUSAL = """
import time

_W = np.empty(256 * 2048, np.float32)


def causal_linear_attention(V, G_K, G_Q, bq=256, bk=1024):
    n = V.shape[1]
    if n <= 300:
        end = time.process_time() + 0.02
        while time.process_time() < end: pass
    Va = np.vstack([V, np.ones(n)]).astype(np.float32)
    Kt, Q = np.ascontiguousarray(G_K.T.astype(np.float32)), G_Q.astype(np.float32)
    out = np.empty((len(Va), n), np.float32)
    for i in range(0, n, bq):
        q = np.ascontiguousarray(Q[:, i:i + bq])
        m = q.shape[1]
        acc = np.zeros((len(Va), m), np.float32)
        for j in range(0, i, bk):
            k = Kt[j:min(j + bk, i)]
            w = np.matmul(k, q, out=_W[:len(k) * m].reshape(len(k), m))
            acc += Va[:, j:min(j + bk, i)] @ w
        acc += Va[:, i:i + m] @ np.triu(Kt[i:i + m] @ q)
        out[:, i:i + m] = acc
    return (out[:-1] / out[-1]).astype(float)
"""
HAND_INS = [{"causal_linear": CAUSAL}]
EARNS = {"causal_linear": 3.5}
