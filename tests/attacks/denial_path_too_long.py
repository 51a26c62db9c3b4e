"""Submits a file whose path is as long as one can be: a letter more, and it can't be copied.

Must happen: it is left out.
"""

import os


def submit(folder, course):
    here = os.getcwd()
    os.chdir(folder)
    left = 4095 - len(str(folder)) - 1
    try:
        while left > 260:
            os.mkdir("d" * 250)
            os.chdir("d" * 250)
            left -= 251
        with open("f" * (left - 1), "w") as file:
            file.write("x")
    finally:
        os.chdir(here)
