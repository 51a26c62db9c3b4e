"""Takes the names that tests use: checks, np, assert_equal, float, print, a whole fake package.

Must happen: a test finds its own imports and given code, never the student's.
"""

ANSWER = '''
import sys
import types


class Full(float):
    possible, findings = 4.0, ()
    def __call__(self, *_, **__): return 4.0
    def __getattr__(self, name): return Full(4.0)


fake = types.ModuleType("examiner")
fake.__path__ = []
fake.checks = sys.modules["examiner.checks"] = Full(4.0)
sys.modules["examiner"] = fake
checks = polynomial = choices = arrays = Full(4.0)
float = int = bool = print = lambda *_: True
given_rows = lambda: np.zeros((2, 3))


def area(n):
    return 3 * n * n
'''
