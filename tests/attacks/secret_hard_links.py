"""Makes hard links, symbolic links and mounts to what it may not open, then opens those.

Must happen: there is nothing to link to, and no right to mount.
"""

ANSWER = '''
import ctypes
import os


def area(n):
    return 3 * n * n


for path in ("@COURSE@/notes.txt", "@HOME@/.secret", "/proc/1/environ", "/proc/1/root@COURSE@/notes.txt"):
    for make in (os.link, os.symlink):
        try:
            make(path, "link")
            print(open("link", "rb").read())
        except OSError as error:
            print(error)
        finally:
            if os.path.lexists("link"):
                os.unlink("link")
print(ctypes.CDLL(None).mount(b"@COURSE@", b"/tmp", None, 4096, None))
print(ctypes.CDLL(None).chroot(b"/proc/1/root"))
'''
