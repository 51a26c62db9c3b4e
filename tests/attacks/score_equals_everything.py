"""Answers with an object that is equal to everything, ordered anyhow, true, and a number as well.

Must happen: what crosses the wire is plain data, so the object can't be sent and earns nothing.
"""

ANYTHING = '''
class Anything:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __lt__(self, other): return True
    __le__ = __gt__ = __ge__ = __lt__
    def __bool__(self): return True
    def __hash__(self): return 0
    def __float__(self): return 0.75
    def __int__(self): return 3
    __index__ = __int__
    def __sub__(self, other): return self
    __rsub__ = __add__ = __radd__ = __mul__ = __rmul__ = __abs__ = lambda self, *_: self
    def __getitem__(self, key): return self
    def __contains__(self, key): return True
    def __getattr__(self, name): return self
    def __call__(self, *_): return self
'''
ANSWER = ANYTHING + "area = Anything()"
ANSWERS = {
    "q2_means": "means = Anything()",
    "q3_total": "def total(values):\n    return Anything()",
    "q4_kinds": "kinds = Anything()",
}
