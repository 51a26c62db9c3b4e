"""A helper that charges a product, called layer by layer and head by head."""


def product(m, n, p):
    return 2 * m * n * p


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    d_head = d_model // n_heads
    total = 0
    for _ in range(n_layers):
        for _ in range(n_heads):
            total += 3 * product(n, d_model, d_head) + product(n, d_head, n) + product(n, n, d_head)
        total += product(n, d_model, d_model) + product(n, d_model, d_ff) + product(n, d_ff, d_model)
    return total


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return sum(decode_flops(t + 1, d_model, n_heads, n_layers, d_ff) for t in range(n))


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    d_head = d_model // n_heads
    head = 3 * product(1, d_model, d_head) + product(1, d_head, t) + product(1, t, d_head)
    maps = product(1, d_model, d_model) + product(1, d_model, d_ff) + product(1, d_ff, d_model)
    return n_layers * (n_heads * head + maps)
