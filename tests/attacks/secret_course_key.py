"""Looks for the key of the course, from which inputs of hidden tests are drawn.

Must happen: it is not in the sandbox, and in no memory that can be reached from there.
"""

TELLS = "THE KEY IS"
CELLS = [
    """
import gc
import glob
import os

system = {"/proc", "/sys", "/usr", "/lib", "/etc"}  # where no course is kept
for place in ("@COURSE@", "..", os.getcwd(), *{*glob.glob("/*")} - system):
    for file in glob.glob(os.path.join(place, "**", "*.key"), recursive=True):
        print("THE KEY", "IS", open(file).read())
for found in gc.get_objects():
    if isinstance(found, dict) and "__key__" in found:
        print("THE KEY", "IS", found["__key__"])
"""
]
