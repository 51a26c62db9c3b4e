"""Numbers in place of the options.

finding: layer norm: chose-no-option
"""

dependence = {
    "layer norm": {1, 3},
    "batch norm, training": {1, 2},
    "batch norm, evaluation": {1},
}
