"""Takes the names that tests use: question, np, float, print, whole fake packages.

Must happen: a test finds its own imports and given code, never the student's.
"""

ANSWER = '''
import sys
import types


class Full(float):
    possible, findings, grade = 4.0, (), lambda *_, points: points
    def __call__(self, *_, **__): return 4.0
    def __getattr__(self, name): return Full(4.0)


fake = types.ModuleType("examiner")
fake.__path__ = []
fake.checks = sys.modules["examiner.checks"] = Full(4.0)
sys.modules["examiner"] = sys.modules["examiner.course_modules"] = fake
for name in ("", ".ps0_target", ".ps0_target.marking", ".ps0_target.marking.q1_area"):
    sys.modules[f"problems{name}"] = module = types.ModuleType(f"problems{name}")
    module.__path__, module.question = [], Full(4.0)
question = problems = Full(4.0)
question.grade = lambda *_, points: points
float = int = bool = print = lambda *_: True
given_rows = lambda: np.zeros((2, 3))


def area(n):
    return 3 * n * n
'''
