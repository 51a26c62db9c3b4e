"""Reads from every file descriptor that it inherited, and asks for others' by number.

Must happen: only its own socket is there, and nothing waits in it.
"""

ANSWER = '''
import ctypes
import os


def area(n):
    return 3 * n * n


for number in range(256):
    for read in (lambda: os.pread(number, 10000, 0), lambda: os.readlink(f"/proc/self/fd/{number}")):
        try:
            print(number, read())
        except OSError:
            pass
for pid in range(1, 9):
    handle = ctypes.CDLL(None).syscall(434, pid, 0)
    print(pid, handle, ctypes.CDLL(None).syscall(438, handle, 0, 0))
'''
