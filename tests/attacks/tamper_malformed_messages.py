"""Sends bytes that are no message: wrong tags, lengths that lie, half a message, all in one call.

Must happen: an error for that question.
"""

ANSWER = '''
import os
import struct


def area(n):
    body = bytes(range(256)) * 4
    os.write(3, struct.pack("<IQ", len(body), n) + body)
    os.write(3, struct.pack("<IQ", 10**6, 2**64 - 1) + b"short")
    return 3 * n * n
'''
ANSWERS = {"q3_total": "def total(values):\n    os.write(3, b'l\\xff\\xff\\xff\\xff' * 1000)\n    return 0"}
STOCK = "there is no such socket; descriptor 3 could be anything"
