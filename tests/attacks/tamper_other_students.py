"""Overwrites what others submitted, and the notes of the course.

Must happen: nothing outside its own folder can be reached.
"""

ANSWER = '''
import glob
import os
import shutil


def area(n):
    return 3 * n * n


for path in glob.glob("@COURSE@/submitted/z_*/*/*.ipynb") + ["@COURSE@/notes.txt", "@OUTSIDE@/notes.txt"]:
    open(path, "w").write("gone")
shutil.rmtree("@COURSE@/autograded", ignore_errors=True)
for path in ("@COURSE@/x", "/usr/x", "/opt/x", "/opt/packages/0/x.pth", "/etc/x", "/x"):
    try:
        open(path, "w").write("x")
        print("written:", path)
    except OSError as error:
        print(error)
'''
