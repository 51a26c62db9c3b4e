"""Numbers in place of the options.

finding: expected an option or a set of options
"""

dependence = {
    "layer norm": {1, 3},
    "batch norm, training": {1, 2},
    "batch norm, evaluation": {1},
}
