"""Answers with lists in lists, a hundred thousand deep, as a value and as bytes of its own.

Must happen: too deep a value is refused on either side.
"""

ANSWER = '''
import os
import struct

nested = []
for _ in range(100_000):
    nested = [nested]


def area(n):
    return nested


def bytes_of_nesting():
    body = b"l\\x01\\x00\\x00\\x00" * 200_000
    os.write(3, struct.pack("<IQ", len(body), 1) + body)
'''
ANSWERS = {"q3_total": "def total(values):\n    bytes_of_nesting()\n    return nested"}
STOCK = "there is no such socket; descriptor 3 could be anything"
