"""Never stops.

finding: not finished within
"""


def softmax(z):
    while True:
        pass
