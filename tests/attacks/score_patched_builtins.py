"""Replaces builtins that a test leans on: isinstance, all, abs, sum, zip, range, AssertionError.

Must happen: tests run in another process, with builtins that no student has touched.
"""

COSTS = ["q5_double"]  # it breaks its own process
ANSWER = '''
import builtins

builtins.isinstance = lambda *_: True
builtins.all = builtins.any = lambda *_: True
builtins.abs = lambda *_: 0
builtins.zip = lambda *_, **__: []
builtins.AssertionError = type("Fine", (Warning,), {})


def area(n):
    return 3 * n * n
'''
