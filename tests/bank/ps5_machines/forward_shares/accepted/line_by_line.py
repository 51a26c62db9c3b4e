"""Map by map."""


def forward_ledger(n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    queries = 2 * n * d_model * n_heads * d_head
    keys = 2 * n * d_model * n_kv_heads * d_head
    output = 2 * n * n_heads * d_head * d_model
    scores = n_heads * 2 * n * d_head * n
    sums = n_heads * 2 * n * n * d_head
    block = 3 * 2 * n * d_model * d_ff
    head = 2 * n * d_model * vocab_size
    return {
        "attention_maps": n_layers * (queries + 2 * keys + output),
        "scores_and_sums": n_layers * (scores + sums),
        "feed_forward": n_layers * block,
        "head": head,
    }
