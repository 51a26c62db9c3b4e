"""Announces a message of 4 GiB and sends a good part of it; answers with an array of 200 MB.

Must happen: what is larger than allowed is refused when it is announced.
"""

ANSWER = '''
import os
import struct


def area(n):
    os.write(3, struct.pack("<IQ", 2**32 - 1, 1))
    for _ in range(100):
        os.write(3, bytes(2**20))
    return 1
'''
ANSWERS = {
    "q2_means": "def means(rows):\n    return np.zeros(25_000_000)",
    "q3_total": "def total(values):\n    return ['x' * 10_000_000] * 20",
}
STOCK = "there is no such socket; descriptor 3 could be anything"
