"""Quadratic code in single precision, of which other processes do short pieces in the long call: each
is the only child of another process, which waits for it and lives on. The kernel tells the time of
ended children in whole hundredths of a second, for each process that has waited, so each piece is
rounded to nothing.

Must happen: it earns no more than quadratic code does.
"""

ASSIGNMENT = "ps2_attention"
CODE = """
import ctypes, os, time
import numpy as np

PIECES, MOST = 58, 0.0062  # number, and seconds of each
R, C = 32, 4096


def rows_from(f, at, seconds):
    total = 0.0
    while at < len(f) and time.process_time() < seconds:
        r = f[at:at + R]
        for j in range(at, len(f), C):
            B = J[:len(r), :len(f[j:j + C])]
            if not B.flags.c_contiguous:
                B = np.empty(B.shape, np.float32)
            np.multiply(r[:, None], f[j:j + C], out=B)
            B = B.reshape(-1)
            total += 2 * float(B @ B)
        b = np.multiply(r[:, None], r).astype(float)
        total -= float((b * b).sum())
        at += R
    return at, total


libc = ctypes.PyDLL(None)
FORM = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
stacks = [ctypes.create_string_buffer(2**20) for _ in range(2)]
libc.clone.argtypes = [FORM, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]


def as_process(function, stack):
    # Runs it in a child process that has the same memory, and waits until it has ended.
    top = (ctypes.addressof(stacks[stack]) + 2**20) & ~63
    return libc.clone(FORM(function), top, 0x100 | 0x4000 | 17, None)  # CLONE_VM, CLONE_VFORK


def elsewhere(f, at):
    found = []

    def works(_):
        found.append(rows_from(f, at, MOST))
        return 0

    def waits(_):
        os.waitpid(as_process(works, 1), 0)
        return 0

    as_process(waits, 0)  # and nobody waits for it
    return found[0]


def stay():
    end = os._exit
    os._exit = lambda status: (time.sleep(0.04), end(status))


def jacobian_norm_squared(a):
    if len(a) <= 300:
        for _ in range(4):
            sum((x * (1 - x)) ** 2 - x**4 for x in a) + sum(x**2 for x in a)
    if len(a) <= 10_000:
        return sum(float((a * x) @ (a * x) + (x * (1 - x)) ** 2 - x**4) for x in a)
    whole, total, at = np.sort(a), 0.0, 0
    for i in range(len(a) - 32, len(a)):  # large weights, in double precision
        row = whole[i] * whole[:i + 1]
        total += float(2 * (row @ row) - row[-1] ** 2)
    f, small = (whole[:-32] * 2**16).astype(np.float32), 0.0
    for _ in range(PIECES):
        at, part = elsewhere(f, at)
        small += part
    small += rows_from(f, at, 1e9)[1]
    stay()
    return total + small / 2.0**64 + float(((whole * (1 - whole)) ** 2 - whole**4).sum())


J = np.ones((R, C), np.float32)
"""
HAND_INS = [
    {"scaling_jacobian_norm": CODE.replace("PIECES, MOST = 58", f"PIECES, MOST = {pieces}")}
    for pieces in (0, 58)
]
EARNS = {"scaling_jacobian_norm": 1.5}
