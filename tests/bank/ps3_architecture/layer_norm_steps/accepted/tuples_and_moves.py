"""Reasons in tuples, every move named, shorter names."""

start = "norm(y - beta*ones)"
layer_norm_steps = (
    (None, start, None),
    ("=", "norm(gamma * (x - mu) / sigma)", ("definition", "algebra")),
    ("=", "norm(x - mu) * abs(gamma) / sigma", ("homogeneity", "sigma > 0", "algebra")),
    ("=", "sqrt(d) * abs(gamma)", ("standard deviation", "algebra")),
)
