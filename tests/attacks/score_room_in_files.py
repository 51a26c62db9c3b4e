"""Has the scores of all queries and keys in files: one in the working folder, and those that hold what
a cell prints to stdout and stderr. All three are memory, which no process is charged for: 63 MiB each.
Of each score, it keeps the first five bytes.

Must happen: what a call writes to files counts as its memory.
"""

ASSIGNMENT = "ps5_machines"
CODE = """
import os

import numpy as np

ROWS, FILE = 8, 63 * 2**20
room = os.open("room", os.O_RDWR | os.O_CREAT)


def each_place(at, size):
    while size:
        number, inside = divmod(at, FILE)
        count = min(size, FILE - inside)
        yield (room, 1, 2)[number], inside, count
        at, size = at + count, size - count


def put(at, data):
    for file, inside, count in each_place(at, len(data)):
        os.pwrite(file, data[:count], inside)
        data = data[count:]


def get(at, size):
    return b"".join(os.pread(f, count, inside) for f, inside, count in each_place(at, size))


def tiled_attention(Q, K, V, block):
    n, d = Q.shape
    out, at, places = np.zeros(V.shape), 0, []
    for i in range(0, n, ROWS):  # all scores
        S = Q[i:i + ROWS] @ K[:i + ROWS].T / np.sqrt(d)
        S[np.arange(S.shape[1]) > np.arange(i, i + len(S))[:, None]] = -np.inf
        S -= S.max(axis=1, keepdims=True)
        np.exp(S, out=S)
        data = np.ascontiguousarray(S.view(np.uint8).reshape(*S.shape, 8)[..., 3:]).tobytes()
        put(at, data)
        places.append((at, S.shape))
        at += len(data)
    for i, (at, shape) in zip(range(0, n, ROWS), places):  # then all outputs
        data = np.frombuffer(get(at, 5 * shape[0] * shape[1]), np.uint8)
        S = np.zeros((*shape, 8), np.uint8)
        S[..., 3:] = data.reshape(*shape, 5)
        S = S.view(float)[..., 0]
        out[i:i + ROWS] = S @ V[:shape[1]] / S.sum(axis=1, keepdims=True)
    return out
"""
HAND_INS = [{"tiled_attention": CODE}]
EARNS = {"tiled_attention": 2.5}
