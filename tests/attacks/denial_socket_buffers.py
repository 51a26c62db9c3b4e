"""Fills the buffers of socket pairs, made as large as may be: no process's memory shows them.

Must happen: buffers keep the kernel's own size, and a submission with many sockets is ended.
"""

TELLS = "MANY MEBIBYTES HELD"
STOCK = "it would take this machine's memory"
CELLS = [
    """
import socket
import time

held, total, blob = [], 0, b"x" * 2**20
for _ in range(100):
    pair = socket.socketpair()
    for end in pair:
        try:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**30)
        except OSError as error:
            print(type(error).__name__)
        end.setblocking(False)
        try:
            while total < 500 * 2**20:
                total += end.send(blob)
        except BlockingIOError:
            pass
    held.append(pair)
    time.sleep(0.01)
if total > 100 * 2**20:
    print("MANY MEBIBYTES", "HELD")
"""
]
