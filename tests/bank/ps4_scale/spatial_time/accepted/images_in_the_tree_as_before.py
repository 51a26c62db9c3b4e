"""The layer of 4.2 again, with a tree over the texts.

finding: authored(right, given your answer to layer_time)
given: layer_time/partial/texts_in_the_tree.py
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(X * Y) + math.log(J) + math.log(B)
