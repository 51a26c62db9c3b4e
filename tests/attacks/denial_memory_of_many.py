"""Starts processes that each take as much memory as a process may.

Must happen: they are killed with the process that started them, at its deadline at the latest.
"""

ANSWER = '''
import os
import time


def area(n):
    for _ in range(4):
        if os.fork() == 0:
            held = bytearray(2**29)
            time.sleep(60)
    time.sleep(60)
'''
STOCK = "it would take this machine's memory"
