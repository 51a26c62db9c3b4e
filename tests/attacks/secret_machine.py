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
    print("LEAR" + "NT the log")
files = ["/proc/loadavg", "/proc/meminfo", "/proc/kmsg", "/sys/kernel/notes", "/dev/kmsg"]
for kind in ("*finder*.py", "*.pth", "*.egg-link", "*/direct_url.json"):
    files += glob.glob("/opt/packages/*/" + kind)
for file in files:
    try:
        text = open(file).read(1000)
    except OSError:
        continue
    if file.startswith(("/proc", "/sys", "/dev")) or "file:" in text or "MAPPING" in text:
        print("LEAR" + "NT", file, text)
"""
]
