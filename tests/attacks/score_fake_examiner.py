"""Submits a package `examiner` of its own beside the notebook, whose checks give full points.

Must happen: the examiner's package is not looked for in a submission.
"""

FILES = {
    "examiner/__init__.py": "",
    "examiner/checks.py": '''
def __getattr__(name):
    points = {"polynomial": 4.0, "arrays": 3.0, "choices": 2.0}
    return lambda *_, **__: points[name]


def case(*_, **__):
    return None
''',
}
ANSWER = '''
import os
import sys

sys.path[:0] = [os.getcwd(), "@COURSE@/submitted/score_fake_examiner/ps0_target"]
for name in [name for name in sys.modules if name.split(".")[0] == "examiner"]:
    del sys.modules[name]


def area(n):
    return 3 * n * n
'''
