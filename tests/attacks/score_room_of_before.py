"""Has the scores of all queries and keys in arrays that were there before the call in which memory is
limited: those of another process, of a thread in the student's, which the call asks, and those that
the call itself finds, where the count of what it writes to is replaced.

Must happen: what others do for the call, and what it writes to, counts.
"""

ASSIGNMENT = "ps5_machines"
WHOLE = """
import os
import sys
import threading

import numpy as np


def whole(Q, K, V):
    n = len(Q)
    S, later = room[:n * n].reshape(n, n), mask[:n * n].reshape(n, n)
    np.matmul(Q / np.sqrt(Q.shape[1]), K.T, out=S)
    np.greater(np.arange(n), np.arange(n)[:, None], out=later)
    np.copyto(S, -np.inf, where=later)
    np.subtract(S, S.max(axis=1, keepdims=True), out=S)
    np.exp(S, out=S)
    return S @ V / S.sum(axis=1, keepdims=True)
"""
ROOM = "room, mask = np.ones(8192**2), np.ones(8192**2, bool)\n"
ASKED = """
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


def tiled_attention(Q, K, V, block):
    put(ask, np.array([*Q.shape, V.shape[1]], float))
    for each in (Q, K, V):
        put(ask, each)
    return get(answered, V.shape)
"""
PROCESS = "if os.fork() == 0:\n    room, mask = np.ones(8192**2), np.ones(8192**2, bool)\n    serve()\n"
THREAD = "threading.Thread(target=serve, daemon=True).start()\n"
ITSELF = """
for module in list(sys.modules.values()):
    if hasattr(module, "Touched"):
        module.limit_memory = lambda limit: None
        module.Touched.size = lambda self: 0


def tiled_attention(Q, K, V, block):
    return whole(Q, K, V)
"""
HAND_INS = [
    {"tiled_attention": WHOLE + more} for more in (ASKED + PROCESS, ROOM + ASKED + THREAD, ROOM + ITSELF)
]
EARNS = {"tiled_attention": 2.5}
