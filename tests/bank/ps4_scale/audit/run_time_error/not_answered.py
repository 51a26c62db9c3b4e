"""The stub, as it was released.

finding: not answered yet
"""


def audit():
    raise NotImplementedError("Replace this line with your answer.")
