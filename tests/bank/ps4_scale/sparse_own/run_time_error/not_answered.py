"""Left as it was.

finding: not-answered
"""


def own_mask(h, w):
    raise NotImplementedError


def own_mask_2(h, w):
    raise NotImplementedError
