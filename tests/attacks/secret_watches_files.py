"""Watches the machine's folders with inotify: who starts which program, and when.

Must happen: the call is refused.
"""

TELLS = "WATCHING"
CELLS = [
    """
import ctypes

libc = ctypes.CDLL(None)
watch = libc.inotify_init1(0)
if watch >= 0 and libc.inotify_add_watch(watch, b"/usr/bin", 0x20) >= 0:
    print("WATCH" + "ING")
"""
]
