"""The logarithm of all sizes, three times.

points: 0.75
finding: texts-summed
"""

import math


def layer_time(*sizes):
    return math.log(math.prod(sizes))


layer_depth = layer_depth_serial = layer_time
