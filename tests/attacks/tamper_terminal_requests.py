"""Asks a terminal of its own for another line discipline, types into it, attaches a filter to a
socket, and opens sockets of protocols that load modules of the kernel.

Must happen: none of these calls reaches the kernel.
"""

TELLS = "REACHED THE KERNEL"
CELLS = [
    """
import ctypes
import errno
import os
import socket

libc = ctypes.CDLL(None, use_errno=True)


def refused(call, *arguments):
    ctypes.set_errno(0)
    return call(*arguments) == -1 and ctypes.get_errno() == errno.EPERM


pair, line = socket.socketpair(), ctypes.c_int(3)
one = pair[0].fileno()
tries = {
    "TIOCSETD": refused(libc.ioctl, one, 0x5423, ctypes.byref(line)),
    "TIOCSTI": refused(libc.ioctl, one, 0x5412, ctypes.c_char_p(b"x")),
    "TIOCSCTTY": refused(libc.ioctl, one, 0x540E, 0),
    "SO_ATTACH_FILTER": refused(libc.setsockopt, one, 1, 26, ctypes.byref(line), 16),
    "SO_SNDBUF": refused(libc.setsockopt, one, 1, 7, ctypes.byref(line), 4),
}
for name, kind, protocol in (("MPTCP", 1, 262), ("UDP-Lite", 2, 136), ("SCTP", 1, 132)):
    tries[name] = refused(libc.socket, 2, kind, protocol)
if not all(tries.values()):
    print("REACHED THE", "KERNEL", tries)
"""
]
