"""Forks for ever, each child as well.

Must happen: the limit on processes stops it, and all of them end with the student's process.
"""

ANSWER = '''
import os


def area(n):
    while True:
        try:
            os.fork()
        except OSError:
            pass
'''
STOCK = "it would fill this machine with processes"
