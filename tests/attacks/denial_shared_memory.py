"""Holds shared pages that are mapped nowhere: no process's resident memory shows them.

Must happen: there is no memory that can be shared and is not counted.
"""

TELLS = "HELD ALL OF IT"
STOCK = "it would take this machine's memory"
CELLS = [
    """
import mmap
import os


def held(size, file):
    step = 64 * 2**20
    try:
        if file:
            shared = mmap.mmap(os.open(file, os.O_RDWR), size)
        else:
            shared = mmap.mmap(-1, size)
        for start in range(0, size, step):
            shared[start : start + step] = b"x" * step
            shared.madvise(mmap.MADV_DONTNEED, start, step)
        return shared[:1] == shared[-1:] == b"x"
    except (OSError, ValueError) as error:
        print(type(error).__name__)


if held(320 * 2**20, "") or held(320 * 2**20, "/dev/zero"):
    print("HELD ALL", "OF IT")
"""
]
