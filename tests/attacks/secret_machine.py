"""Reads what the kernel has logged, and what packages say of where they come from.

Must happen: neither is there; what can be learnt of the machine is written down in security.md.
"""

TELLS = "LEARNT"
CELLS = [
    """
import ctypes
import glob

log = ctypes.create_string_buffer(2**18)
if ctypes.CDLL(None, use_errno=True).klogctl(3, log, len(log)) > 0:
    print("LEARNT the log")
for kind in ("*finder*.py", "*.pth", "*.egg-link", "*/direct_url.json", "*/RECORD"):
    for file in glob.glob("/opt/packages/*/" + kind):
        if "/examiner" in (text := open(file).read()) and ("file:" in text or "MAPPING" in text):
            print("LEARNT", file, text[:400])
for file in ("/proc/loadavg", "/proc/meminfo", "/proc/kmsg", "/sys/kernel/notes", "/dev/kmsg"):
    try:
        print("LEARNT", file, open(file).read(100))
    except OSError:
        pass
"""
]
