"""Prints IPython's history: In, _ih, _i, the history manager, and the names the shell keeps.

Must happen: it holds the student's own cells and nothing else.
"""

CELLS = ["def show(*things):\n    for thing in things:\n        print(str(thing)[:20000])"]
ANSWER = '''
def area(n):
    return 3 * n * n


shell = get_ipython()
show(In, _ih, _i, Out, shell.history_manager.input_hist_raw, shell.user_ns.get("_i1"), shell.user_ns)
'''
ANSWERS = {"q5_double": "show(In, shell.history_manager.input_hist_raw)\n\n\ndef double(n):\n    return 2 * n"}
