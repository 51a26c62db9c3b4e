"""Ends the visible test before it binds `right`, then offers a `right` that suits a wrong answer.

Must happen: a name that the test itself binds is never taken from the student.
"""

ANSWERS = {
    "q3_total": '''
right, np = 0, __import__("numpy.ma").ma


def total(values):
    if values == [1, 2]:
        raise ValueError
    return 0
''',
}
