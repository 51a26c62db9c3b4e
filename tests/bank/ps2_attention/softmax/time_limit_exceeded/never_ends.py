"""Never stops.

finding: not-in-time
"""


def softmax(z):
    while True:
        pass
