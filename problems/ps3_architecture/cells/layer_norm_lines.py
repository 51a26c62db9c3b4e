import numpy as np

from examiner.checks.derivations.comparing import World

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
