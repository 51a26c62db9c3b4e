"""Too few arguments.

finding: raised(TypeError)
"""


def mla_cache_bytes(n, n_layers):
    return n * n_layers


def mixed_cache_bytes(n, n_layers):
    return n * n_layers
