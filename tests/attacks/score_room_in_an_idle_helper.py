"""Has the scores of all queries and keys in another process, which held the memory for them before the
call; or in the student's process, with a thread. It only receives the scores and sends them back,
which takes as little time as reading the arguments. Almost half of the scores is in a file.

Must happen: while a child answers the call, no other process or thread works for it.
"""

ASSIGNMENT = "ps5_machines"
CODE = """
import os
import socket
import time

import numpy as np

LENGTH = 8192
IN_FILE = 5500  # queries with their scores in a file
SIZE = sum(2 * (i + 1) for i in range(IN_FILE, LENGTH))
scores, codes = np.empty(LENGTH), np.empty(LENGTH, np.uint16)
room = os.open("room", os.O_RDWR | os.O_CREAT)
ours, its = socket.socketpair()


def serve():
    held = memoryview(bytearray(b"x") * SIZE)
    while its.recv(1):
        at = 0
        while at < SIZE:
            at += its.recv_into(held[at:])
            time.sleep(0.01)  # because each wait takes time
        its.sendall(held)


def all_scores(Q, K, i):  # below the largest, which is 0
    S = np.matmul(K[:i + 1], Q[i], out=scores[:i + 1])
    S /= np.sqrt(len(Q[i]))
    S -= S.max()
    return S


def tiled_attention(Q, K, V, block):
    n, out = len(Q), np.zeros(V.shape)
    if n < LENGTH:
        for i in range(n):
            S = np.exp(all_scores(Q, K, i))
            out[i] = S @ V[:i + 1] / S.sum()
        return out
    ours.sendall(b"x")
    at = 0
    for i in range(n):  # all scores, with a 4096th as the step
        S = all_scores(Q, K, i)
        S *= -4096
        np.rint(S, out=S)
        np.copyto(codes[:i + 1], S.clip(0, 65535, out=S), casting="unsafe")
        if i < IN_FILE:
            at += os.pwrite(room, codes[:i + 1], at)
        else:
            ours.sendall(codes[:i + 1])
    at = 0
    for i in range(n):  # then all outputs
        if i < IN_FILE:
            at += os.preadv(room, [codes[:i + 1]], at)
        else:
            ours.recv_into(codes[:i + 1], 0, socket.MSG_WAITALL)
        S = np.divide(codes[:i + 1], -4096, out=scores[:i + 1])
        np.exp(S, out=S)
        out[i] = S @ V[:i + 1] / S.sum()
    return out.astype(np.float32)
"""
PROCESS = """
if os.fork() == 0:
    ours.close()
    serve()
"""
THREAD = """
import threading

threading.Thread(target=serve, daemon=True).start()
"""
HAND_INS = [{"tiled_attention": CODE + start} for start in (PROCESS, THREAD)]
EARNS = {"tiled_attention": 2.5}
