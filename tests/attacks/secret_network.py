"""Looks for somebody to talk to: addresses outside, services on this machine, abstract sockets.

Must happen: nothing answers; there is no network.
"""

ANSWER = '''
import socket


def area(n):
    return 3 * n * n


reached = []
for address in (("127.0.0.1", 8888), ("127.0.0.1", 22), ("10.0.0.1", 80), ("1.1.1.1", 53)):
    with socket.socket() as s:
        s.settimeout(0.1)
        if s.connect_ex(address) == 0:
            reached.append(address)
for name in ("\\0/tmp/.X11-unix/X0", "/run/dbus/system_bus_socket", "/var/run/docker.sock"):
    with socket.socket(socket.AF_UNIX) as s:
        if s.connect_ex(name) == 0:
            reached.append(name)
if reached:
    area = lambda n: 3 * n * n + 2 * n
'''
