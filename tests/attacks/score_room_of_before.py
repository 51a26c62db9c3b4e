"""Has the scores of all queries and keys in arrays that were there before the call in which memory is
limited: those of another process, of a thread in the student's, which the call asks, and those that
the call itself finds, where the count of what it writes to is replaced. Another process is quick, with
numbers of single precision; and another is a chain of orphans, each of which does one step and ends.

Must happen: what others do for the call, and what it writes to, counts.
"""

from examiner.student.inside.limits import WrittenMemory

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
ITSELF = f"""
for module in list(sys.modules.values()):
    if hasattr(module, "{WrittenMemory.__name__}"):
        module.limit_memory = lambda limit: None
        module.{WrittenMemory.__name__}.size = lambda self: 0


def tiled_attention(Q, K, V, block):
    return whole(Q, K, V)
"""
# The checks of the values call it with short inputs, for which the processes are not needed.
AT_LENGTH = """
N = 8192


def tiled_attention(Q, K, V, block, long=tiled_attention):
    if len(Q) == N:
        return long(Q, K, V, block)
    S = np.where(np.tri(len(Q), dtype=bool), Q @ K.T / np.sqrt(Q.shape[1]), -np.inf)
    S = np.exp(S - S.max(axis=1, keepdims=True))
    return S @ V / S.sum(axis=1, keepdims=True)


"""
QUICK = """
if os.fork() == 0:
    room = np.ones((N, N), np.float32)
    np.exp(room[:100], out=room[:100])
    np.ones((2048, 8), np.float32) @ np.ones((8, 2048), np.float32)
    room @ np.ones((N, 9), np.float32)
    tri = np.tri(1024, dtype=np.float32)
    put(answer, np.ones(1))
    while True:
        n, d, v = map(int, get(asked, (3,)))
        Q, K, V = (get(asked, (n, e)) for e in (d, d, v))
        Q, K = (Q / np.sqrt(d)).astype(np.float32), np.ascontiguousarray(K.T.astype(np.float32))
        V = np.hstack([V, np.ones((n, 1))]).astype(np.float32)
        np.matmul(Q, K, out=room)
        out = np.empty((n, v))
        for i in range(0, n, 1024):
            S = room[i : i + 1024, : i + 1024]
            np.exp(S, out=S)
            S[:, i:] *= tri
            sums = S @ V[: i + 1024]
            out[i : i + 1024] = sums[:, :v] / sums[:, v:]
        put(answer, out)
get(answered, (1,))
"""
ORPHANS = """
import time


def step():
    me = os.getpid()
    if os.fork():
        time.sleep(0.08)  # until a measurement has seen the child of this process
        os._exit(0)
    while os.getppid() == me:
        time.sleep(0.0002)


if os.fork() == 0:
    room, rows = np.ones((N, N)), N // 16
    step()
    put(answer, np.ones(1))
    while True:
        n, d, v = map(int, get(asked, (3,)))
        Q, K, V = (get(asked, (n, e)) for e in (d, d, v))
        out = np.empty((n, v))
        for i in range(0, n, rows):
            step()
            np.matmul(Q[i : i + rows] / np.sqrt(d), K.T, out=room[i : i + rows])
        for i in range(0, n, rows):
            step()
            S = room[i : i + rows]
            S[np.arange(n) > np.arange(i, i + rows)[:, None]] = -np.inf
            S -= S.max(axis=1, keepdims=True)
        for i in range(0, n, rows):
            step()
            np.exp(room[i : i + rows], out=room[i : i + rows])
        for i in range(0, n, rows):
            step()
            S = room[i : i + rows]
            out[i : i + rows] = S @ V / S.sum(axis=1, keepdims=True)
        put(answer, out)
        step()
get(answered, (1,))
"""
HAND_INS = [
    {"tiled_attention": WHOLE + more}
    for more in (
        ASKED + PROCESS,
        ROOM + ASKED + THREAD,
        ROOM + ITSELF,
        ASKED + AT_LENGTH + QUICK,
        ASKED + AT_LENGTH + ORPHANS,
    )
]
EARNS = {"tiled_attention": 2.5}
