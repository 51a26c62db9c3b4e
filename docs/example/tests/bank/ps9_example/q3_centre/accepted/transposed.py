"""Transposed, so that the means broadcast."""


def centre(x):
    return (x.T - x.T.mean(axis=0)).T
