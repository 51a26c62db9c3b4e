"""Ignores SIGINT, SIGTERM, SIGALRM and whatever else can be ignored, then loops.

Must happen: SIGKILL can't be ignored.
"""

ANSWER = '''
import signal

for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))


def area(n):
    while True:
        pass
'''
STOCK = "a kernel that can't be interrupted is waited for minutes"
