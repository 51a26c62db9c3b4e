"""A table of products, each with its line."""


def forward_ledger(n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    products = [
        ("attention_maps", n_layers, (n, d_model, n_heads * d_head)),
        ("attention_maps", 2 * n_layers, (n, d_model, n_kv_heads * d_head)),
        ("attention_maps", n_layers, (n, n_heads * d_head, d_model)),
        ("scores_and_sums", n_layers * n_heads, (n, d_head, n)),
        ("scores_and_sums", n_layers * n_heads, (n, n, d_head)),
        ("feed_forward", 2 * n_layers, (n, d_model, d_ff)),
        ("feed_forward", n_layers, (n, d_ff, d_model)),
        ("head", 1, (n, d_model, vocab_size)),
    ]
    ledger = {}
    for line, times, (a, b, c) in products:
        ledger[line] = ledger.get(line, 0) + times * 2 * a * b * c
    return ledger
