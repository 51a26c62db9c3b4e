"""A thread writes to the session's socket while nobody has asked anything.

Must happen: the process is given up and replaced; the questions that it spoils earn nothing.
"""

COSTS = ["q5_double"]
ANSWER = '''
import os
import threading
import time


def area(n):
    return 3 * n * n


def talk():
    while True:
        try:
            os.write(3, b"\\0" * 100)
        except OSError:
            return
        time.sleep(0.01)


threading.Thread(target=talk, daemon=True).start()
'''
STOCK = "there is no such socket; descriptor 3 could be anything"
