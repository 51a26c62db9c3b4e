"""Watches the machine's folders with dnotify, which is no system call of its own, as inotify is, but
a command of fcntl: who starts which program, and when; what other students import.

Must happen: the command is refused.
"""

TELLS = "WATCHING"
CELLS = [
    """
import fcntl
import os

try:
    fcntl.fcntl(os.open("/usr/bin", os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS)
    print("WATCH" + "ING")
except OSError:
    pass
"""
]
