"""Has the scores of all queries and keys in terminals: what is written to the master of a pseudo-terminal
is echoed, and waits in the kernel until somebody reads the master. No process is charged for it. Two
bytes of each score are enough for the tolerance.

Must happen: a student opens no terminals, or what they can hold counts as the memory of a call.
"""

ASSIGNMENT = "ps5_machines"
CODE = """
import gc
import os
import time

import numpy as np

WORKERS, PTYS, CHUNK, PASSES, ROWS = 13, 236, 3160, 5, 1
IN_PTYS = PTYS * CHUNK * PASSES


def wait_for(step):
    for _ in range(20_000):
        try:
            return step()
        except BlockingIOError:
            time.sleep(0.0005)
    raise MemoryError("a terminal holds less")


class Store:
    def __init__(self):
        flags = os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK
        self.ptys = [os.open("/dev/ptmx", flags) for _ in range(PTYS)]
        self.buffer, self.rest, self.chunks = bytearray(), [], 0

    def put(self, data):
        self.buffer += data
        while len(self.buffer) >= CHUNK:
            pty, left = self.ptys[self.chunks % PTYS], bytes(self.buffer[:CHUNK])
            del self.buffer[:CHUNK]
            if self.chunks == PTYS * PASSES:
                bits = np.unpackbits(np.frombuffer(left, np.uint8)).reshape(-1, 8)
                self.rest.append(np.packbits(bits[:, 1:]).tobytes())
                continue
            while left:
                left = left[wait_for(lambda: os.write(pty, left)):]
            self.chunks += 1

    def rewind(self):
        self.last, self.rest = self.buffer, iter(self.rest)
        self.buffer, self.read = bytearray(), 0

    def get(self, size):
        while len(self.buffer) < size:
            if self.read < self.chunks:
                pty, left = self.ptys[self.read % PTYS], CHUNK
                while left:
                    data = wait_for(lambda: os.read(pty, left))
                    self.buffer += data
                    left -= len(data)
                self.read += 1
            elif packed := next(self.rest, None):
                bits = np.unpackbits(np.frombuffer(packed, np.uint8))[:7 * CHUNK].reshape(-1, 7)
                self.buffer += (np.packbits(bits, axis=1) >> 1).tobytes()
            else:
                self.buffer += self.last
                self.last = b""
        data = bytes(self.buffer[:size])
        del self.buffer[:size]
        return data


def scores(Q, K, lo, hi):
    S = Q[lo:hi] @ K[:hi].T / np.sqrt(Q.shape[1])
    if hi - lo > 1:
        S[np.arange(hi) > np.arange(lo, hi)[:, None]] = -np.inf
    S -= S.max(axis=1, keepdims=True)
    return np.exp(S, out=S)


LEAST = 96 << 23  # the bits of the smallest score that is kept, as float32


def size_of(lo):  # bytes of a score, each of seven bits: the mean of few scores needs more
    return 3 if lo < 1000 else 2


def packed(scores, lo):
    if size_of(lo) == 2:
        bits = scores.astype(np.float16).view(np.uint16).astype(np.int32)
    else:
        bits = np.maximum(scores.astype(np.float32).view(np.int32) - LEAST, 0) + 64 >> 7
    septets = [bits >> shift & 127 | 128 for shift in (14, 7, 0)[-size_of(lo):]]
    return np.stack(septets, axis=1).astype(np.uint8).tobytes()


def unpacked(data, lo):
    bits = 0
    for septets in (np.frombuffer(data, np.uint8).reshape(-1, size_of(lo)) & 127).astype(np.int32).T:
        bits = bits << 7 | septets
    if size_of(lo) == 2:
        return bits.astype(np.uint16).view(np.float16).astype(float)
    return np.where(bits, (bits << 7) + LEAST, 0).astype(np.int32).view(np.float32).astype(float)


def work(Q, K, V, number, ready, gate, result):
    store, starts = Store(), range(ROWS * number, len(Q), ROWS * WORKERS)
    for lo in starts:  # all scores of these queries
        store.put(packed(scores(Q, K, lo, lo + ROWS).ravel(), lo))
    store.rewind()
    os.write(ready, b"x")
    os.read(gate, 1)  # until the scores of all queries are there
    for lo in starts:  # then all outputs
        S = unpacked(store.get(size_of(lo) * ROWS * (lo + ROWS)), lo).reshape(ROWS, -1)
        out = S @ V[:lo + ROWS] / S.sum(axis=1, keepdims=True)
        os.write(result, lo.to_bytes(4, "little") + out.tobytes())


def tiled_attention(Q, K, V, block):
    n, v = V.shape
    if n < 8192:
        S = scores(Q, K, 0, n)
        return S @ V / S.sum(axis=1, keepdims=True)
    ready, gate, result = os.pipe(), os.pipe(), os.pipe()
    for number in range(WORKERS):
        if os.fork() == 0:
            work(Q, K, V, number, ready[1], gate[0], result[1])
            os._exit(0)
    for _ in range(WORKERS):
        os.read(ready[0], 1)
    os.write(gate[1], b"x" * WORKERS)
    out, size = np.empty((n, v)), 4 + 8 * ROWS * v
    for _ in range(n // ROWS):
        data = os.read(result[0], size)
        lo = int.from_bytes(data[:4], "little")
        out[lo:lo + ROWS] = np.frombuffer(data[4:]).reshape(ROWS, v)
    return out


gc.freeze()
"""
HAND_INS = [{"tiled_attention": CODE}]
EARNS = {"tiled_attention": 2.5}
