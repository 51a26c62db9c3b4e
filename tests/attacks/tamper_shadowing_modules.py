"""Submits modules that shadow what a grader imports: numpy, json, examiner, sitecustomize, ...

Must happen: nothing of a submission is imported outside the sandbox.
"""

RUN = "from pathlib import Path\nPath('@OUTSIDE@/ran').touch()\n"
NAMES = "numpy json nbformat nbgrader examiner sitecustomize usercustomize nbgrader_config nh3 mistune"
FILES = {f"{name}.py": RUN for name in NAMES.split()}
CELLS = ["import importlib, sys\nfor name in list(sys.modules):\n    if name.startswith('nbf'):\n        del sys.modules[name]"]
