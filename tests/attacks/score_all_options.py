"""Chooses every option at once, in many writings.

Must happen: where one option is asked for, several are wrong.
"""

ANSWERS = {
    "q4_kinds": '''
class Key(str):
    def __eq__(self, other): return True
    __hash__ = str.__hash__


every = {"fruit", "vegetable", "neither"}
kinds = {Key("apple"): every, "apple ": every, "APPLE": every, "leek": list(every)}
''',
}
