"""Quadratic attention with a known mistake made on purpose, in float32 blocks that take no memory; it
dawdles at short inputs.

Must happen: a mistake never shortens the long call, so its time earns nothing.
"""

LONG = "it computes until it has taken fourteen plain loops of 50,000 tokens"
ASSIGNMENT = "ps2_attention"
FAST = '''
def linear_attention(V, G_K, G_Q, bq=128, bk=2048):
    n, kind = V.shape[1], np.float32 if V.shape[1] > 1000 else float
    Va = np.vstack([V, np.ones(n)]).astype(kind)
    Kt, Q = np.ascontiguousarray(G_K.T.astype(kind)), G_Q.astype(kind)
    out = np.empty((len(Va), n), kind)
    for i in range(0, n, bq):
        q = np.ascontiguousarray(Q[:, i:i+bq])
        acc = np.zeros((len(Va), q.shape[1]), kind)
        for j in range(0, n, bk):
            acc += Va[:, j:j+bk] @ (Kt[j:j+bk] @ q)
        out[:, i:i+bq] = acc
    return (out[:-1] / (out[-1] + 1e-3)).astype(float)   # "a small number is added to the normaliser"
'''
SLOW = FAST.replace("    Va = np", "    if n <= 1000:\n        for _ in range(2400): sum(range(300))\n    Va = np", 1)
HAND_INS = [{"linear_attention": SLOW}]
EARNS = {"linear_attention": 0.0}
