"""Replaces each index of time of the equations for a text by two of the grid."""

text = {
    "projections": ["k", "t"],
    "alpha": ["k", "t1", "t2"],
    "softmax over": ["t2"],
    "key in alpha": ["k", "t2"],
    "out": ["k", "t"],
    "sum over": ["t'"],
    "value in out": ["k", "t'"],
    "h_out": ["t"],
}


def in_space(index):
    return {index.replace("t", axis) for axis in "xy"} if index.startswith("t") else {index}


equations = {entry: set().union(*map(in_space, indices)) for entry, indices in text.items()}
