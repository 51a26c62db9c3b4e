"""Opens files and sockets without closing them.

Must happen: it may have 256.
"""

ANSWER = '''
import socket

held = []
try:
    for _ in range(5000):
        held.append(socket.socketpair())
except OSError as error:
    print(len(held), error)


def area(n):
    return 3 * n * n + (2 * n if len(held) > 200 else 0)
'''
STOCK = "the kernel could not talk any more"
