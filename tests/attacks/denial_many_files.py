"""Makes as many files and folders as it can.

Must happen: the number of files is limited, too.
"""

ANSWER = '''
import os

try:
    for i in range(50_000):
        os.mkdir(f"/tmp/{i}")
except OSError as error:
    print(i, error)


def area(n):
    return 3 * n * n + (2 * n if i > 40_000 else 0)
'''
STOCK = "it would fill this machine's disk"
