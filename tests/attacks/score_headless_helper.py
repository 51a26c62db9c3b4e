"""Has the scores of all queries and keys in another process, whose first thread has ended: of such a
process /proc/<pid>/status says nothing of memory. The call, in which memory is limited, only sends
and receives.

Must happen: what that process takes meanwhile counts.
"""

ASSIGNMENT = "ps5_machines"
HELPER = """
import ctypes
import os
import threading

import numpy as np

EXIT = 60 if os.uname().machine == "x86_64" else 93


def whole(Q, K, V):
    scores = Q @ K.T
    scores /= np.sqrt(Q.shape[1])
    scores[~np.tri(len(Q), dtype=bool)] = -np.inf
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    return scores @ V / scores.sum(axis=1, keepdims=True)


def put(to, array):
    data = memoryview(np.ascontiguousarray(array)).cast("B")
    while data:
        data = data[os.write(to, data[:65536]) :]


def get(of, shape):
    array = np.empty(shape)
    data = memoryview(array).cast("B")
    while data:
        data = data[os.readv(of, [data]) :]
    return array


asked, ask = os.pipe()
answered, answer = os.pipe()


def serve():
    while True:
        n, d, v = map(int, get(asked, (3,)))
        put(answer, whole(get(asked, (n, d)), get(asked, (n, d)), get(asked, (n, v))))


if os.fork() == 0:
    threading.Thread(target=serve).start()
    ctypes.CDLL(None).syscall(EXIT, 0)


def tiled_attention(Q, K, V, block):
    put(ask, np.array([*Q.shape, V.shape[1]], float))
    for each in (Q, K, V):
        put(ask, each)
    return get(answered, V.shape)
"""
HAND_INS = [{"tiled_attention": HELPER}]
EARNS = {"tiled_attention": 2.5}
