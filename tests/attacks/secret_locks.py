"""Locks files that it can only read: who else on the machine reads them sees that, another student's
process, too, so that two of them can pass on what they know.

Must happen: a lock does nothing; another process gets it as well.
"""

TELLS = "LOCKED OUT"
CELLS = [
    """
import fcntl
import os
import struct

exclusive = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
WAYS = {
    "flock": lambda file: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB),
    "a process's": lambda file: fcntl.fcntl(file, fcntl.F_SETLK, exclusive),
    "an open file's": lambda file: fcntl.fcntl(file, fcntl.F_OFD_SETLK, exclusive),
}

for name, lock in WAYS.items():
    path, how = ("/usr/bin/env", os.O_RDONLY) if name == "flock" else ("/tmp/x", os.O_RDWR)
    if name != "flock":
        open(path, "w").close()
    lock(os.open(path, how))
    if os.fork() == 0:
        try:
            lock(os.open(path, how))
            os._exit(0)
        except OSError:
            os._exit(1)
    if os.wait()[1]:
        print("LOCKED " + "OUT", name)
"""
]
