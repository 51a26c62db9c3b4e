"""Answers with a float that lies: equal and close to everything, its class pretends to be float.

Must happen: the float that it really holds arrives.
"""

ANSWER = '''
class Float(float):
    __class__ = float
    def __eq__(self, other): return True
    def __sub__(self, other): return Float(0.0)
    __rsub__ = __sub__
    def __abs__(self): return Float(0.0)
    def __le__(self, other): return True
    def __lt__(self, other): return True
    def __float__(self): return 0.75
    def is_integer(self): return True
    def __int__(self): return 33
    __hash__ = float.__hash__


def area(n):
    return Float(0.5)
'''
ANSWERS = {"q3_total": "def total(values):\n    return Float(0.5)"}
