"""Records everything that the examiner asks of the session, and prints it in a later cell.

Must happen: what is asked is names and arguments, never an expected answer.
"""

ANSWER = '''
import gc

recorded = []
for thing in gc.get_objects():
    if type(thing).__name__ == "Channel":
        receive = type(thing).receive

        def recording(self, *arguments, _receive=receive):
            got = _receive(self, *arguments)
            recorded.append(got)
            return got

        type(thing).receive = recording


def area(n):
    return 3 * n * n
'''
ANSWERS = {"q5_double": "print(recorded)\n\n\ndef double(n):\n    return 2 * n"}
