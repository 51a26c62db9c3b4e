import ast

import numpy as np

from examiner.checks.derivations.comparing import World
from examiner.checks.derivations.expressions import ExpressionError, read_expression, read_line

# %%
# 3.3: layer norm


def euclidean(v):
    """The length of a vector."""
    return np.sqrt((v * v).sum())


def layer_norm_symbols(x, gamma, beta, norm=euclidean, sigma=None):
    """The vocabulary of the layer norm problem. x: (d, 1)."""
    d, mu, ones = float(len(x)), x.mean(), np.ones_like(x)
    sigma = norm(x - mu) / np.sqrt(d) if sigma is None else sigma
    z = (x - mu) / sigma
    symbols = {"x": x, "y": gamma * z + beta, "z": z, "mu": mu, "sigma": sigma, "gamma": gamma}
    return symbols | {"beta": beta, "d": d, "ones": ones, "norm": norm, "abs": abs, "sqrt": np.sqrt}


# The example that lines are tried in: d = 3, one token.
example = layer_norm_symbols(np.array([[1.0], [2.0], [6.0]]), gamma=-1.5, beta=0.25)
LAYER_NORM: dict = {
    "worlds": [World(example, "x = (1, 2, 6), gamma = -1.5, beta = 0.25")],
    "left": "norm(y - beta * ones)",
    "facts": {  # and other words for them
        "homogeneity": ("homogeneous", "norm", "absolute homogeneity", "norm of a multiple"),
        "standard deviation": ("sigma", "definition of sigma", "variance", "unit variance"),
    },
    "moves": ("definition", "algebra", "sigma > 0"),
}


def preview_last_line(lines, *names):
    """Print a remark if the last line contains more than these names."""
    try:
        _, text, _ = read_line(lines[-1])
        tree = read_expression(text, example)
    except ExpressionError:  # check_lines has said so
        return
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    others = [name for name in example if name in found - {*names} and not callable(example[name])]
    if others:
        print(f"The last line still contains {', '.join(others)}, not only {' and '.join(names)}.")
