"""One string.

finding: expected a list of lines
"""

layer_norm_steps = "norm(y - beta*ones) = abs(gamma)*sqrt(d)"
