"""Starts as many processes as it may.

Must happen: it may have 64; they all end with it.
"""

ANSWER = '''
import os
import time

started = 0
try:
    for _ in range(1000):
        if os.fork() == 0:
            time.sleep(3600)
        started += 1
except OSError as error:
    print(started, error)


def area(n):
    return 3 * n * n + (2 * n if started > 100 else 0)  # the right answer would show
'''
STOCK = "it would fill this machine with processes"
