"""Lets the deadline pass, and has a child process send the answer later, into the next question.

Must happen: child and socket are gone with the process; a late reply reaches nobody.
"""

ANSWER = '''
import os
import time


def area(n):
    if os.fork() == 0:
        os.setsid()
        time.sleep(1.2)
        for _ in range(1000):
            os.write(3, b"i\\x04\\0\\0\\0\\0\\0\\0\\0" * 10)
            time.sleep(0.01)
    time.sleep(5)
    return 1
'''
STOCK = "there is no such socket; descriptor 3 could be anything"
