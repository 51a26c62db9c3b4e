"""Answers with an int that lies about itself: equal to all, its arithmetic gives what is wanted.

Must happen: the number that it really holds arrives, as an exact int.
"""

ANSWER = '''
class Int(int):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return int.__hash__(self)
    def __sub__(self, other): return 0
    __rsub__ = __mod__ = __sub__
    def __index__(self): return 15
    def __repr__(self): return "15"
    __int__ = __index__
    __str__ = __repr__


def area(n):
    return Int(0)
'''
ANSWERS = {"q3_total": "def total(values):\n    return Int(0)"}
