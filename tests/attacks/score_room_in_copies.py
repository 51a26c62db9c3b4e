"""Has the scores of all queries and keys in copies of memory that the student's process held before the
call: too little to be limited in one process, but each further process has its own copy. No process
grows, since a page that is copied was resident before.

Must happen: what each process of a call writes to counts, however little the student's process held.
"""

ASSIGNMENT = "ps5_machines"
CODE = """
import os
import numpy as np

PARTS = 8
room = np.ones((1024, 8192), np.float32)  # 32 MiB


def part(Q, K, V, lo, hi):
    S = room[:hi - lo, :len(K)] if len(K) == 8192 else np.ones((hi - lo, len(K)))
    f = S.dtype
    np.matmul((Q[lo:hi] / np.sqrt(Q.shape[1])).astype(f), np.ascontiguousarray(K.T.astype(f)), out=S)
    for i in range(lo, hi):
        S[i - lo, i + 1:] = -np.inf
    S -= S.max(axis=1, keepdims=True)
    np.exp(S, out=S)  # all scores of these queries are in memory
    return S


def output(S, V):
    return (S @ V.astype(S.dtype)).astype(float) / S.sum(axis=1, keepdims=True, dtype=float)


def tiled_attention(Q, K, V, block):
    n = len(Q)
    if n < 8192:
        return output(part(Q, K, V, 0, n), V)
    step, pipes, out = n // PARTS, [], np.empty(V.shape)
    gate, go = os.pipe()
    for i in range(0, n, step):
        r, w = os.pipe()
        if os.fork() == 0:
            S = part(Q, K, V, i, i + step)
            os.write(w, b"x")
            os.read(gate, 1)  # until the scores of all queries are there
            os.write(w, output(S, V).tobytes())
            os._exit(0)
        pipes.append(r)
    for r in pipes:
        os.read(r, 1)
    os.write(go, b"x" * PARTS)
    for i, r in zip(range(0, n, step), pipes):
        data, size = b"", step * V.shape[1] * 8
        while len(data) < size:
            data += os.read(r, size - len(data))
        out[i:i + step] = np.frombuffer(data).reshape(step, -1)
    return out
"""
HAND_INS = [{"tiled_attention": CODE}]
EARNS = {"tiled_attention": 2.5}
