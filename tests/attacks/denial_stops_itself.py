"""Stops its own process with SIGSTOP: it neither runs nor ends.

Must happen: the deadline passes, and a stopped process can be killed.
"""

ANSWER = '''
import os
import signal


def area(n):
    os.kill(os.getpid(), signal.SIGSTOP)
'''
STOCK = "a stopped kernel is waited for minutes"
