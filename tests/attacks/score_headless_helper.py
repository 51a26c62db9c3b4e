"""Has the scores of all queries and keys in another process, whose first thread has ended: of such a
process /proc/<pid>/status says nothing of memory. The call, in which memory is limited, only sends
and receives.

Must happen: what that process takes meanwhile counts.
"""

from tests.attacks.score_room_of_before import ASKED

ASSIGNMENT = "ps5_machines"
WHOLE = """
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
"""
HEADLESS = """
if os.fork() == 0:
    threading.Thread(target=serve).start()
    ctypes.CDLL(None).syscall(EXIT, 0)
"""
HAND_INS = [{"tiled_attention": WHOLE + ASKED + HEADLESS}]
EARNS = {"tiled_attention": 2.5}
