"""Quadratic attention in single precision, in large blocks and one process, that wastes time in short
calls: what it may take for a long input then depends on plain loops alone. Its processes slow these
loops down, for a moment after each short call.

Must happen: an answer that takes several plain loops meets a longer input, and its time earns nothing.
"""

LONG = "it computes until it has taken seven plain loops of 400,000 tokens"
ASSIGNMENT = "ps2_attention"
CAUSAL = """
import time

_W = np.empty(256 * 2048, np.float32)


def causal_linear_attention(V, G_K, G_Q, bq=64, bk=1024):
    n = V.shape[1]
    if n <= 1000:
        end = time.process_time() + 0.02
        while time.process_time() < end: pass
    Va = np.vstack([V, np.ones(n)]).astype(np.float32)
    Kt, Q = np.ascontiguousarray(G_K.T.astype(np.float32)), G_Q.astype(np.float32)
    out = np.empty((len(Va), n), np.float32)
    for i in range(0, n, bq):
        q = np.ascontiguousarray(Q[:, i:i + bq])
        m = q.shape[1]
        acc = np.zeros((len(Va), m), np.float32)
        for j in range(0, i, bk):
            k = Kt[j:min(j + bk, i)]
            w = np.matmul(k, q, out=_W[:len(k) * m].reshape(len(k), m))
            acc += Va[:, j:min(j + bk, i)] @ w
        acc += Va[:, i:i + m] @ np.triu(Kt[i:i + m] @ q)
        out[:, i:i + m] = acc
    return (out[:-1] / out[-1]).astype(float)
"""
THRASHES = """
import ctypes, os, signal, struct

def _thrash(cpu):
    os.sched_setaffinity(0, {cpu})
    libc = ctypes.CDLL(None)
    # It is woken at once, whatever else runs.
    libc.syscall(314, 0, struct.pack("<IIQiIQQQII", 56, 0, 0, 0, 0, 100000, 0, 0, 0, 0), 0)
    libc.prctl(29, 1)
    out = np.ones(2**13)[::8]  # fills the fast memory of the processor
    while True:
        os.kill(os.getpid(), signal.SIGSTOP)
        for _ in range(2000):
            out += 1
            time.sleep(2e-5)

_pids = []
for _cpu in 2 * sorted(os.sched_getaffinity(0)):
    _pid = os.fork()
    if _pid == 0:
        _thrash(_cpu)
    _pids.append(_pid)

def _tell(number):
    for pid in _pids:
        os.kill(pid, number)

_inner = causal_linear_attention

def causal_linear_attention(V, G_K, G_Q):
    _tell(signal.SIGSTOP)
    try:
        return _inner(V, G_K, G_Q)
    finally:
        if 900 < V.shape[1] < 1100:
            _tell(signal.SIGCONT)
"""
HAND_INS = [{"causal_linear": CAUSAL + THRASHES}]
EARNS = {"causal_linear": 3.5}
