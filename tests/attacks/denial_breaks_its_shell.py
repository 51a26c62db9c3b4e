"""Takes its own shell and interpreter apart, so that no later cell can run in it.

Must happen: it harms itself; an error, and no exception outside.
"""

COSTS = ["q5_double"]
ANSWER = '''
import sys
import builtins

shell = get_ipython()
del shell.recorder
sys.modules.clear()
for name in list(vars(builtins)):
    if not name.startswith("__"):
        delattr(builtins, name)
'''
