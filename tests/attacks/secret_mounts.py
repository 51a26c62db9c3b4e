"""Walks everything that can be seen from /, and prints small files with telling names.

Must happen: no course folder, no home, nobody's files are there.
"""

ANSWER = '''
import os


def area(n):
    return 3 * n * n


skip = ("/usr", "/lib", "/lib64", "/bin", "/sys", "/opt", "/var/lib", "/nix", "/proc")
for top, folders, files in os.walk("/"):
    folders[:] = [f for f in folders if not os.path.join(top, f).startswith(skip)]
    for name in files:
        path = os.path.join(top, name)
        try:
            if os.path.getsize(path) < 10000 and ("note" in name or "secret" in name or "conf" in name):
                print(path, open(path).read())
        except (OSError, ValueError):
            pass
for path in ("@COURSE@/notes.txt", "@HOME@/.secret", "@OUTSIDE@/notes.txt", "/etc/shadow"):
    try:
        print(open(path).read())
    except OSError as error:
        print(error)
'''
