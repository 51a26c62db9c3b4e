"""Has the scores of all queries and keys in the memory of an array that the student's process held before
the call. The child gives each 2 MiB of it back, and gets them anew with a single page fault, as a
huge page. So it never holds more than before, and has few page faults.

Must happen: huge pages that a call writes to count in full.
"""

ASSIGNMENT = "ps5_machines"
CODE = """
import ctypes

import numpy as np

LENGTH, HUGE = 8192, 2**21
MADV_DONTNEED, MADV_HUGEPAGE = 4, 14
libc = ctypes.CDLL(None)
held = np.ones(LENGTH * LENGTH * 4 + HUGE, np.uint8)
start = -held.ctypes.data % HUGE
room = held[start:start + LENGTH * LENGTH * 4].view(np.float32).reshape(LENGTH, LENGTH)


def tiled_attention(Q, K, V, block):
    (n, d), out = Q.shape, np.zeros(V.shape)
    if n < LENGTH:
        for i in range(n):
            S = K[:i + 1] @ Q[i] / np.sqrt(d)
            S = np.exp(S - S.max())
            out[i] = S @ V[:i + 1] / S.sum()
        return out
    rows = HUGE // (4 * LENGTH)
    for i in range(n):  # all scores
        if i % rows == 0:
            address = ctypes.c_void_p(room.ctypes.data + i // rows * HUGE)
            libc.madvise(address, ctypes.c_size_t(HUGE), MADV_DONTNEED)
            libc.madvise(address, ctypes.c_size_t(HUGE), MADV_HUGEPAGE)
        S = K[:i + 1] @ Q[i] / np.sqrt(d)
        room[i, :i + 1] = np.exp(S - S.max())
    for i in range(n):  # then all outputs
        S = room[i, :i + 1].astype(float)
        out[i] = S @ V[:i + 1] / S.sum()
    return out.astype(np.float32)
"""
HAND_INS = [{"tiled_attention": CODE}]
EARNS = {"tiled_attention": 2.5}
