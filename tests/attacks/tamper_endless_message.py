"""Sends a message that never ends, a byte now and then, so that no read ever waits long.

Must happen: the deadline is the question's, not the read's.
"""

ANSWER = '''
import os
import struct
import time


def area(n):
    os.write(3, struct.pack("<IQ", 60_000_000, 5))
    while True:
        os.write(3, b"l")
        time.sleep(0.005)
'''
STOCK = "there is no such socket; descriptor 3 could be anything"
