"""Submits packages `examiner` and `problems` beside the notebook, whose questions give full points.

Must happen: neither package is looked for in a submission.
"""

QUESTION = """
class question:
    @staticmethod
    def grade(*_, points):
        return points
"""

FILES = {
    "examiner/__init__.py": "",
    "examiner/course_modules.py": "",
    "problems/__init__.py": "",
    "problems/ps0_target/__init__.py": "",
    "problems/ps0_target/marking/__init__.py": "",
    **{
        f"problems/ps0_target/marking/{name}.py": QUESTION
        for name in ("q1_area", "q2_means", "q3_total", "q4_kinds", "q5_double")
    },
}
ANSWER = '''
import os
import sys

sys.path[:0] = [os.getcwd(), "@COURSE@/submitted/score_fake_examiner/ps0_target"]
for name in [name for name in sys.modules if name.split(".")[0] in ("examiner", "problems")]:
    del sys.modules[name]


def area(n):
    return 3 * n * n
'''
