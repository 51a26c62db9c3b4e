"""Hands in folders in folders, 1100 deep: walking through them exhausts a stack.

Must happen: the rest of the hand-in is graded.
"""

import os


def hand_in(folder, course):
    here = os.getcwd()
    os.chdir(folder)
    try:
        for _ in range(1100):
            os.mkdir("f")
            os.chdir("f")
    finally:
        os.chdir(here)
