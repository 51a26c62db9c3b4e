"""Names its process with bytes that are no UTF-8, and like a line of the file that tells of it.

Must happen: the supervisor reads on; no other process ends.
"""

COSTS = ["q5_double"]  # it sleeps for all of its time
CELLS = [
    'import ctypes, time\nctypes.CDLL(None).prctl(15, b"\\xff", 0, 0, 0)\ntime.sleep(0.6)',
    'ctypes.CDLL(None).prctl(15, b"x\\nPPid:\\t1\\n", 0, 0, 0)\ntime.sleep(0.6)',
] * 2
