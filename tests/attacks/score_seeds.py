"""Fixes what chance there is: generators that draw only zeros, for which a wrong answer is right.

Must happen: the inputs of a test are drawn in the examiner's process.
"""

ANSWER = '''
import random


class Zeros:
    def __getattr__(self, name):
        return lambda *a, size=(), **k: np.zeros(size)


np.random.default_rng = lambda *_, **__: Zeros()
for name in ("normal", "rand", "randn", "uniform", "random"):
    setattr(np.random, name, lambda *a, size=(), **k: np.zeros(size))
random.random = random.gauss = random.uniform = lambda *_: 0.0
np.random.seed = random.seed = lambda *_: None


def area(n):
    return 3 * n * n
'''
