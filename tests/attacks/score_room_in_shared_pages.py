"""Has the scores of all queries and keys in the memory of an array that the student's process held before
the call. The child gets each page of it anew, and soon starts another process, with which it shares
these pages. So no process has many pages of its own, and none holds more than its parent did.

Must happen: a process that the child starts counts with all pages that it holds.
"""

ASSIGNMENT = "ps5_machines"
CODE = """
import ctypes
import os
import sys
import time

import numpy as np

LENGTH, PIECE, SHARED = 8192, 2**17, 2**23
SIZE = LENGTH * (LENGTH + 1)  # bytes: two of each score
MADV_DONTNEED, MADV_NOHUGEPAGE = 4, 15
libc = ctypes.CDLL(None)
for module in list(sys.modules.values()):  # the child itself counts no pages
    if "WrittenMemory" in vars(module):
        module.WrittenMemory.size = lambda self: 0
held = np.empty(SIZE + 2 * PIECE, np.uint8)
start = -held.ctypes.data % PIECE
address = ctypes.c_void_p(held.ctypes.data + start)
libc.madvise(address, ctypes.c_size_t(SIZE + PIECE), MADV_NOHUGEPAGE)
held.fill(1)
room = held[start:start + SIZE].view(np.uint16)
scores = np.empty(LENGTH)


def all_scores(Q, K, i):  # below the largest, which is 0
    S = np.matmul(K[:i + 1], Q[i], out=scores[:i + 1])
    S /= np.sqrt(len(Q[i]))
    S -= S.max()
    return S


def tiled_attention(Q, K, V, block):
    n, out, at, new, sharers = len(Q), np.zeros(V.shape), 0, 0, []
    if n < LENGTH:
        for i in range(n):
            S = np.exp(all_scores(Q, K, i))
            out[i] = S @ V[:i + 1] / S.sum()
        return out
    for i in range(n):  # all scores, with a 4096th as the step
        if 2 * (at + i + 1) > new:
            if new and new % SHARED == 0:
                sharers.append(os.fork())
                if sharers[-1] == 0:
                    time.sleep(30)
                    os._exit(0)
            address = ctypes.c_void_p(room.ctypes.data + new)
            libc.madvise(address, ctypes.c_size_t(PIECE), MADV_DONTNEED)
            new += PIECE
        S = all_scores(Q, K, i)
        S *= -4096
        np.rint(S, out=S)
        np.copyto(room[at:at + i + 1], S.clip(0, 65535, out=S), casting="unsafe")
        at += i + 1
    at = 0
    for i in range(n):  # then all outputs
        S = np.divide(room[at:at + i + 1], -4096, out=scores[:i + 1])
        np.exp(S, out=S)
        out[i] = S @ V[:i + 1] / S.sum()
        at += i + 1
    libc.madvise(ctypes.c_void_p(room.ctypes.data), ctypes.c_size_t(SIZE), MADV_DONTNEED)
    while sharers:  # the newest first: no process has many pages of its own
        os.kill(sharers[-1], 9)
        os.waitpid(sharers.pop(), 0)
    return out.astype(np.float32)
"""
HAND_INS = [{"tiled_attention": CODE}]
EARNS = {"tiled_attention": 2.5}
