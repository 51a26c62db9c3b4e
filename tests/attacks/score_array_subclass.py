"""Answers with an ndarray subclass whose comparisons, differences and reductions always please.

Must happen: the plain array inside arrives, and is compared by numpy itself.
"""

ANSWERS = {
    "q2_means": '''
class Array(np.ndarray):
    def __array_finalize__(self, other): pass
    def __array_wrap__(self, array, *_): return np.ones_like(array)
    def __eq__(self, other): return np.ones(self.shape, bool)
    def __sub__(self, other): return np.zeros(self.shape)
    __rsub__ = __sub__
    def all(self, *_, **__): return True


def means(rows):
    return np.full(len(rows), 7.0).view(Array)
''',
    "q3_total": "def total(values):\n    return np.array(7.0).view(Array)",
}
