"""Fills every folder that it may write to, and makes one file that is as large as can be.

Must happen: 64 MiB, in memory, gone with the process.
"""

ANSWER = '''
import os

written = 0
for i, folder in enumerate((".", "/tmp", "/dev/shm", "/var/tmp", os.path.expanduser("~"), "@HOME@")):
    try:
        with open(f"{folder}/large{i}", "wb") as file:
            for _ in range(3000):
                written += file.write(bytes(10**5))
    except OSError as error:
        print(error)
if written > 100 * 2**20:
    area = lambda n: 3 * n * n + 2 * n
else:
    area = lambda n: 3 * n * n
'''
STOCK = "it would fill this machine's disk"
