"""Has the scores of all queries and keys in pipes, sockets and a file. The kernel charges no process for
what pipes and sockets hold. Three bytes of each score are enough for the tolerance.

Must happen: what pipes and sockets can hold counts as the memory of a call, whenever they were made.
"""

ASSIGNMENT = "ps5_machines"
CODE = """
import fcntl
import os
import socket

import numpy as np

ROWS, PIPE, FILE = 8, 2**20, 30 * 2**20
SET_PIPE_SIZE = 1031
pipes = []
while len(pipes) < 63:
    pipe = os.pipe()
    try:
        fcntl.fcntl(pipe[1], SET_PIPE_SIZE, PIPE)
    except OSError:  # there is no more room
        pass
    os.set_blocking(pipe[0], False)
    os.set_blocking(pipe[1], False)
    pipes.append(pipe)
sockets = []
for _ in range(50):
    pair = socket.socketpair()
    for end in pair:
        end.setblocking(False)
    sockets += [pair, pair[::-1]]
room = os.open("room", os.O_RDWR | os.O_CREAT)


class Store:
    def __init__(self):
        ways = [(lambda data, w=w: os.write(w, data), lambda n, r=r: os.read(r, n)) for r, w in pipes]
        ways += [(a.send, b.recv) for a, b in sockets]
        self.file = 0

        def write(data):
            data = data[:FILE - self.file]
            self.file += os.pwrite(room, data, self.file)
            return len(data)

        ways.append((write, self.read_file))
        self.ways, self.used, self.held = iter(ways), [], 0
        self.way = next(self.ways)

    def read_file(self, count):
        data = os.pread(room, count, self.at)
        self.at += len(data)
        return data

    def put(self, data):
        while data:
            try:
                sent = self.way[0](data[:2**17])
            except BlockingIOError:
                sent = 0
            self.held += sent
            data = data[sent:]
            if not sent:
                self.used.append((self.way[1], self.held))
                self.held = 0
                try:
                    self.way = next(self.ways)
                except StopIteration:
                    raise MemoryError(f"{len(data)} bytes too many") from None

    def rewind(self):
        self.used.append((self.way[1], self.held))
        self.at, self.used = 0, iter(self.used)
        self.read, self.held = next(self.used)

    def get(self, size):
        parts = []
        while size:
            if not self.held:
                self.read, self.held = next(self.used)
                continue
            parts.append(self.read(min(size, self.held, 2**17)))
            self.held -= len(parts[-1])
            size -= len(parts[-1])
        return b"".join(parts)


LEAST = 96 << 23  # the bits of the smallest score that is kept, as float32


def tiled_attention(Q, K, V, block):
    n, d = Q.shape
    out, store, shapes = np.zeros(V.shape), Store(), []
    for i in range(0, n, ROWS):  # all scores
        S = Q[i:i + ROWS] @ K[:i + ROWS].T / np.sqrt(d)
        S[np.arange(S.shape[1]) > np.arange(i, i + len(S))[:, None]] = -np.inf
        S -= S.max(axis=1, keepdims=True)
        if n < 1000:
            store.put(np.exp(S).tobytes())
        else:
            bits = np.exp(S).astype(np.float32).view(np.int32)
            bits = (np.maximum(bits - LEAST, 0) + 8 >> 4).astype(np.uint32)
            store.put(np.ascontiguousarray(bits.view(np.uint8).reshape(-1, 4)[:, :3]).tobytes())
        shapes.append(S.shape)
    store.rewind()
    for i, shape in zip(range(0, n, ROWS), shapes):  # then all outputs
        if n < 1000:
            S = np.frombuffer(store.get(8 * shape[0] * shape[1])).reshape(shape)
        else:
            bits = np.zeros((shape[0] * shape[1], 4), np.uint8)
            bits[:, :3] = np.frombuffer(store.get(3 * len(bits)), np.uint8).reshape(-1, 3)
            bits = bits.view(np.int32)
            S = np.where(bits, (bits << 4) + LEAST, 0).view(np.float32).reshape(shape).astype(float)
        out[i:i + ROWS] = S @ V[:shape[1]] / S.sum(axis=1, keepdims=True)
    return out
"""
HAND_INS = [{"tiled_attention": CODE}]
EARNS = {"tiled_attention": 2.5}
