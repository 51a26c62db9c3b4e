"""Goes through layers, heads and products."""


def matmul(m, k, p):
    return 2 * m * k * p


def forward_ledger(n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    cost = dict.fromkeys(("attention_maps", "scores_and_sums", "feed_forward", "head"), 0)
    for _ in range(n_layers):
        for _ in range(n_heads):
            cost["attention_maps"] += matmul(n, d_model, d_head) + matmul(n, d_head, d_model)
            cost["scores_and_sums"] += matmul(n, d_head, n) + matmul(n, n, d_head)
        for _ in range(n_kv_heads):
            cost["attention_maps"] += 2 * matmul(n, d_model, d_head)
        for m, k, p in [(n, d_model, d_ff), (n, d_model, d_ff), (n, d_ff, d_model)]:
            cost["feed_forward"] += matmul(m, k, p)
    cost["head"] = matmul(n, d_model, vocab_size)
    return cost
