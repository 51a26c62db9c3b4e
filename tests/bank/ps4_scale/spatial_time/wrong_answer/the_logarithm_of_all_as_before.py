"""The logarithm of all sizes, as in a layer of which nothing else is right.

finding: takes-sizes-alike
given: layer_time/partial/the_logarithm_of_all.py
"""

import math


def spatial_time(*sizes):
    return math.log(math.prod(sizes))
