"""One string.

finding: answer: no-derivation
"""

layer_norm_steps = "norm(y - beta*ones) = abs(gamma)*sqrt(d)"
