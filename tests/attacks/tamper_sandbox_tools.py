"""Tries to leave: new namespaces, mounts, ptrace, keys, io_uring, becoming root, other devices.

Must happen: each is refused; the answer stays what it was.
"""

ANSWER = '''
import ctypes
import os

libc, gained = ctypes.CDLL(None, use_errno=True), []
calls = {
    "unshare": (272, 0x10000000), "setns": (308, 3, 0), "ptrace": (101, 16, 1, 0, 0),
    "process_vm_readv": (310, 1, 0, 0, 0, 0, 0), "keyctl": (250, 0, -3), "bpf": (321, 0, 0, 0),
    "io_uring_setup": (425, 8, ctypes.create_string_buffer(200)), "userfaultfd": (323, 0),
    "memfd_create": (319, b"x", 0), "clone": (56, 0x10000000 | 17, 0, 0, 0, 0),
    "socket(netlink)": (41, 16, 3, 0), "open_tree": (428, -100, b"/", 1), "setuid": (105, 0),
}
for name, call in calls.items():
    if libc.syscall(*call) >= 0:
        gained.append(name)
for device in (os.makedev(1, 1), os.makedev(8, 0)):
    try:
        os.mknod("device", 0o60666, device)
        gained.append("device")
    except OSError:
        pass
print("gained:", gained)


def area(n):
    return 3 * n * n + (2 * n if gained else 0)  # the right answer would show
'''
STOCK = "it is about the sandbox, and its system calls could do harm"
