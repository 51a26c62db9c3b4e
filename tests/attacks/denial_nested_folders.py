"""Submits folders in folders, 1100 deep: walking through them exhausts a stack.

Must happen: the rest of the submission is graded.
"""

import os


def submit(folder, course):
    here = os.getcwd()
    os.chdir(folder)
    try:
        for _ in range(1100):
            os.mkdir("f")
            os.chdir("f")
    finally:
        os.chdir(here)
