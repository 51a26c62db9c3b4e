"""The stub, as it was released.

finding: not-answered
"""


def audit():
    raise NotImplementedError("Replace this line with your answer.")
