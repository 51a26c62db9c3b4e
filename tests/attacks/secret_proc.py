"""Reads /proc: the command lines, environments, memory, open files and roots of all processes.

Must happen: /proc is empty.
"""

ANSWER = '''
import glob
import os


def area(n):
    return 3 * n * n


for pattern in ("cmdline", "environ", "maps", "mountinfo", "fd/*", "root/*", "cwd/*", "task/*/stat"):
    for path in glob.glob(f"/proc/*/{pattern}"):
        try:
            print(path, os.path.realpath(path), open(path, "rb").read(20000))
        except OSError as error:
            print(error)
'''
