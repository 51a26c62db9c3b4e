"""Has the scores of all queries and keys in another process, from before the call in which memory is
limited. That process forks a child and ends. The child is then adopted by the student's process (a
subreaper), which forks none itself: so the supervisor takes it for the child that answers the call.

Must happen: what others do for the call counts.
"""

ASSIGNMENT = "ps5_machines"
CODE = """
import ctypes
import os
import sys
import time

import numpy as np

N = 8192


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


def whole(Q, K, V):
    n = len(Q)
    S, later = room[:n * n].reshape(n, n), mask[:n * n].reshape(n, n)
    np.matmul(Q / np.sqrt(Q.shape[1]), K.T, out=S)
    np.greater(np.arange(n), np.arange(n)[:, None], out=later)
    np.copyto(S, -np.inf, where=later)
    np.subtract(S, S.max(axis=1, keepdims=True), out=S)
    np.exp(S, out=S)
    return S @ V / S.sum(axis=1, keepdims=True)


asked, ask = os.pipe()
answered, answer = os.pipe()
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
if os.fork() == 0:
    room, mask = np.ones(N * N), np.ones(N * N, bool)
    put(answer, np.ones(1))
    n, d, v = map(int, get(asked, (3,)))
    me = os.getpid()
    if os.fork():
        time.sleep(0.1)  # until a measurement has seen the child of this process
        os._exit(0)
    while os.getppid() == me:
        time.sleep(0.005)
    time.sleep(0.1)
    put(answer, whole(get(asked, (n, d)), get(asked, (n, d)), get(asked, (n, v))))
    os._exit(0)
get(answered, (1,))


def without_a_child(session, memory, replies):
    for reply in replies:
        session.reply(reply)


for module in list(sys.modules.values()):
    if hasattr(module, "WrittenMemory") and hasattr(module, "Session"):
        module.Session.reply_within = without_a_child


def tiled_attention(Q, K, V, block):
    if len(Q) == N:
        put(ask, np.array([*Q.shape, V.shape[1]], float))
        for each in (Q, K, V):
            put(ask, each)
        return get(answered, V.shape)
    S = np.where(np.tri(len(Q), dtype=bool), Q @ K.T / np.sqrt(Q.shape[1]), -np.inf)
    S = np.exp(S - S.max(axis=1, keepdims=True))
    return S @ V / S.sum(axis=1, keepdims=True)
"""
HAND_INS = [{"tiled_attention": CODE}]
EARNS = {"tiled_attention": 2.5}
