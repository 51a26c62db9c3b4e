"""A dot product of n numbers as 2n − 1.

points: 1.5
finding: dot-product-2n-1
"""


def product(m, n, p):
    return m * p * (2 * n - 1)


def forward_ledger(n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    heads, groups = n_heads * d_head, n_kv_heads * d_head
    maps = product(n, d_model, heads + 2 * groups) + product(n, heads, d_model)
    pairs = product(n, d_head, n) + product(n, n, d_head)
    block = 2 * product(n, d_model, d_ff) + product(n, d_ff, d_model)
    return {
        "attention_maps": n_layers * maps,
        "scores_and_sums": n_layers * n_heads * pairs,
        "feed_forward": n_layers * block,
        "head": product(n, d_model, vocab_size),
    }
