"""Leaves all it can for the next process: modules, patched classes, shared memory, locks, files.

Must happen: the next student's process is forked from a process that has seen none of it.
"""

ANSWER = '''
import multiprocessing.shared_memory
import os
import sys
import builtins

builtins.pwned = True
sys.modules["numpy"].pwned = True
type(get_ipython()).run_cell = None if False else type(get_ipython()).run_cell
np.mean = np.ndarray.mean if False else lambda *_, **__: 0
for place in ("/tmp", "/dev/shm", "/home/student", "/var/tmp"):
    try:
        os.makedirs(f"{place}/.ipython", exist_ok=True)
        open(f"{place}/left", "w").write("x")
        os.chmod(place, 0o777)
    except OSError:
        pass
try:
    multiprocessing.shared_memory.SharedMemory("left", create=True, size=10)
except OSError:
    pass


def area(n):
    return 3 * n * n
'''
