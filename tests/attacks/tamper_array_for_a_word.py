"""Forges a reply whose first member, compared with a word, is an array of truth values.

Must happen: a malformed reply costs the question; it is no exception anywhere else.
"""

CELLS = ['''
import gc

from inside import wire

sessions = [thing for thing in gc.get_objects() if type(thing).__name__ == "Session"]


def say(value):
    body = wire.encode(value, lambda v: None)
    sessions[0].channel.sock.sendall(wire.HEADER.pack(len(body), sessions[0].number) + body)
''']
ANSWER = '''
def area(n):
    say((np.array([1, 2]), 1))
    return 1


say((np.array([True, True]), [], []))
'''
ANSWERS = {"q3_total": "def total(values):\n    say((np.ones((2, 2)), 0))\n    return 0"}
STOCK = "there is no session"
