"""Looks in Python's own files for where the course lies and who installed it: in what was compiled,
in how Python was built, in the records of packages.

Must happen: they name no place of this machine.
"""

TELLS = "FOUND A PLACE"
CELLS = [
    """
import glob
import os
import re
import sysconfig

import numpy

places = {os.path.dirname(os.path.dirname(numpy.__file__)), os.path.dirname(os.__file__)}
home = re.compile(rb"/(?:home|root|work|Users)/[^\\\\s'\\"]+/(?:site-packages|lib/python3)[^\\\\s'\\"]*")
files = glob.glob("/opt/compiled/**/numpy/*.pyc", recursive=True)
for place in places:
    for kind in ("*/__pycache__/*.pyc", "__pycache__/*.pyc", "*.pth", "*finder*.py", "_sysconfigdata*"):
        files += glob.glob(f"{place}/{kind}")
    for kind in ("RECORD", "direct_url.json", "INSTALLER"):
        files += glob.glob(f"{place}/*.dist-info/{kind}")
found = [home.findall(open(file, "rb").read())[:1] for file in files if os.path.getsize(file)]
told = str(sysconfig.get_config_vars()).encode()
found.append([place for place in home.findall(told) if not place.startswith(b"/opt")])
if any(found):
    print("FOUND A", "PLACE", [each for each in found if each][:5])
"""
]
