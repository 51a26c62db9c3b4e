"""Keeps processes busy that no cell waits for.

Must happen: they end with the student's process, and have a limit of processor time themselves.
"""

ANSWER = '''
import os
import resource

if os.fork() == 0:
    os.setsid()
    while True:
        pass


def area(n):
    limited = resource.getrlimit(resource.RLIMIT_CPU)[1] != resource.RLIM_INFINITY
    return 3 * n * n + (0 if limited else 2 * n)
'''
STOCK = "it would keep this machine busy"
