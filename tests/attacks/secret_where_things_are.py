"""Asks the kernel for the sources of all mounts with calls that need no /proc (Linux 6.8).

Must happen: a call that isn't known is refused.
"""

TELLS = "FOUND A MOUNT"
CELLS = [
    """
import ctypes

libc = ctypes.CDLL(None)


class Request(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint32), ("spare", ctypes.c_uint32)] + [
        (name, ctypes.c_uint64) for name in ("mount", "parameter", "namespace")
    ]


ids = (ctypes.c_uint64 * 256)()
request = Request(24, 0, 2**64 - 1, 0, 0)
for i in range(max(libc.syscall(458, ctypes.byref(request), ids, ctypes.c_size_t(256), 0), 0)):
    out = ctypes.create_string_buffer(4096)
    request = Request(24, 0, ids[i], 0x23B, 0)
    if libc.syscall(457, ctypes.byref(request), out, ctypes.c_size_t(4096), 0) == 0:
        print("FOUND A", "MOUNT", [part for part in out.raw[0x100:].split(b"\\0") if part][:4])
"""
]
