"""Starts threads that never end, are no daemons, and keep calling.

Must happen: they end with the process.
"""

ANSWER = '''
import threading
import time


def forever():
    while True:
        time.sleep(0.001)


try:
    for _ in range(200):
        threading.Thread(target=forever).start()
except RuntimeError as error:
    print(error)


def area(n):
    return 3 * n * n
'''
STOCK = "the kernel does not end, and is waited for"
