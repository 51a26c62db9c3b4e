"""Has the scores of all queries and keys in a file that was full before the call, and that the call
writes over: it does not grow. Two bytes of each score are enough for the tolerance.

Must happen: what files hold counts as memory of a call, whenever they were made.
"""

ASSIGNMENT = "ps5_machines"
CODE = """
import os

import numpy as np

FILE = 63 * 2**20
room = os.open("room", os.O_RDWR | os.O_CREAT)
for at in range(0, FILE, 2**20):
    os.pwrite(room, b"x" * 2**20, at)


LEAST = 96 << 23  # the bits of the smallest score that is kept, as float32


def tiled_attention(Q, K, V, block):
    n, d = Q.shape
    out, at, rest = np.zeros(V.shape), 0, []

    def size_of(i):  # the mean of few scores needs more bits
        return 8 if n < 8192 else 4 if i < 1000 else 2

    for i in range(n):  # all scores
        S = K[:i + 1] @ Q[i] / np.sqrt(d)
        S = np.exp(S - S.max())
        if size_of(i) < 8:
            S = S.astype(np.float32)
        if size_of(i) == 2:
            S = (np.maximum(S.view(np.int32) - LEAST, 0) + 2048 >> 12).astype(np.uint16)
        S = S.tobytes()
        if at + len(S) <= FILE:
            os.pwrite(room, S, at)
            at += len(S)
        else:
            rest.append(S)
    rest, at = iter(rest), 0
    for i in range(n):  # then all outputs
        length = (i + 1) * size_of(i)
        if at + length <= FILE:
            S = os.pread(room, length, at)
            at += length
        else:
            S = next(rest)
        if size_of(i) == 2:
            bits = np.frombuffer(S, np.uint16).astype(np.int32)
            S = np.where(bits, (bits << 12) + LEAST, 0).view(np.float32)
        else:
            S = np.frombuffer(S, float if size_of(i) == 8 else np.float32)
        S = S.astype(float)
        out[i] = S @ V[:i + 1] / S.sum()
    return out
"""
HAND_INS = [{"tiled_attention": CODE}]
EARNS = {"tiled_attention": 2.5}
