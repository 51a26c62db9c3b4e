"""Replies again and again with the same bytes, which make half a million sets each.

Must happen: the limits hold for all replies to one question together.
"""

COSTS = ["q5_double"]
ANSWER = """
import struct
import sys


def area(n):
    if n == 3:
        return 1
    session = sys._getframe(1).f_locals["self"]
    count = 2**19 - 8
    items = b"l" + struct.pack("<I", count) + b"S\\0\\0\\0\\0" * count
    body = b"t" + struct.pack("<I", 2) + b"s" + struct.pack("<I", 5) + b"value" + items
    message = struct.pack("<IQ", len(body), session.number) + body
    while True:
        session.channel.sock.sendall(message)
"""
