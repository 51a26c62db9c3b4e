"""Leaves files that Python, IPython and Jupyter read when they start, for the next student's turn.

Must happen: its home is its own and is gone with it; nothing was installed anywhere.
"""

STARTUP = "import builtins; builtins.pwned = True; from pathlib import Path; Path('@OUTSIDE@/ran').touch()"
ANSWER = f'''
import os
import site
import sys


def area(n):
    return 3 * n * n


homes = {{os.path.expanduser("~"), "@HOME@", "/root", "/home/student"}}
places = [
    ".ipython/profile_default/startup/00.py", ".ipython/profile_default/ipython_config.py",
    ".jupyter/jupyter_config.py", ".pythonrc.py", ".config/matplotlib/matplotlibrc",
]
paths = [os.path.join(home, place) for home in homes for place in places]
paths += [os.path.join(site.getusersitepackages(), "usercustomize.py")]
for folder in [f for f in sys.path if f] + ["@COURSE@", "/tmp"]:
    paths += [os.path.join(folder, name) for name in ("sitecustomize.py", "a.pth", "numpy.py")]
for path in paths:
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "w").write({STARTUP!r})
    except OSError:
        pass
'''
