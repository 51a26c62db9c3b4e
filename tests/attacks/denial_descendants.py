"""Leaves a process that has a session of its own and whose parents are gone.

Must happen: it ends with the process namespace that it is in.
"""

ANSWER = '''
import os
import time


def area(n):
    return 3 * n * n


if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.closerange(0, 256)
        os.execvp("sleep", ["sleep", "3600"])
    os._exit(0)
!nohup sleep 3600 >/dev/null 2>&1 &
'''
