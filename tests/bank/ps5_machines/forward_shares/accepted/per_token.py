"""What a token costs, n times."""


def forward_ledger(n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    width = n_heads * d_head
    token = {
        "attention_maps": n_layers * 2 * (2 * d_model * width + 2 * d_model * n_kv_heads * d_head),
        "scores_and_sums": n_layers * 2 * (n * width + n * width),
        "feed_forward": n_layers * 2 * (d_model * d_ff + d_model * d_ff + d_ff * d_model),
        "head": 2 * vocab_size * d_model,
    }
    return {line: n * cost for line, cost in token.items()}
