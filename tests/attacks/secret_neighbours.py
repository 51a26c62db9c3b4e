'''Looks for processes and objects of others without /proc: by priorities, limits, groups and signals
of every process id, by shared memory, queues and semaphores of the system, by locks of files.

Must happen: in its namespaces there is nobody but its own processes.
'''

CELLS = [
    '''
import ctypes
import fcntl
import os
import struct

libc = ctypes.CDLL(None, use_errno=True)
mine, seen = {1, os.getpid(), os.getppid()}, set()
probes = {
    "priority": lambda pid: os.getpriority(os.PRIO_PROCESS, pid),
    "group": os.getpgid,
    "session": os.getsid,
    "signal": lambda pid: os.kill(pid, 0),
    "affinity": os.sched_getaffinity,
    "scheduler": os.sched_getscheduler,
    "limits": lambda pid: __import__("resource").prlimit(pid, 7),
}
for name, probe in probes.items():
    for pid in range(1, 4000):
        try:
            probe(pid)
        except OSError:
            continue
        if pid not in mine:
            seen.add((name, pid))
for name, call, info in (("memory", "shmctl", 14), ("queues", "msgctl", 12), ("semaphores", "semctl", 19)):
    room = ctypes.create_string_buffer(512)
    arguments = (0, 0, info, room) if call == "semctl" else (0, info, room)
    highest = getattr(libc, call)(*arguments)
    in_use = struct.unpack("i", room.raw[:4])[0] if call == "shmctl" else highest
    if highest > 0 or in_use > 0:
        seen.add((name, highest))
for path in ("/usr/bin/env", "/usr/lib/os-release"):
    try:
        with open(path, "rb") as file:
            found = fcntl.fcntl(file, fcntl.F_GETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0))
        if struct.unpack("hhqqi4x", found)[0] != fcntl.F_UNLCK:
            seen.add(("lock", path))
    except OSError:
        pass
print("sees neighbours:", sorted(seen)[:9]) if seen else print("alone")
'''
]
TELLS = "sees neighbours"
STOCK = "there it is not alone, which is no secret"
