"""Reads what others submitted, and what was made of it.

Must happen: no other submission is there.
"""

ANSWER = '''
import glob
import os


def area(n):
    return 3 * n * n


for place in ("@COURSE@/*ed/*/*/*", "../../*/*/*.[it]*", "/home/*/*", "/home/*", "/tmp/*"):
    for path in filter(os.path.isfile, glob.glob(place)):
        try:
            print(path, open(path).read())
        except (OSError, ValueError) as error:
            print(error)
'''
