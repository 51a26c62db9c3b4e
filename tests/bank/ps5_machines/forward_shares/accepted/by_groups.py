"""By groups of query heads that share keys; a nested function; its own sum as a line, too."""


def forward_ledger(n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    def maps(d_in, d_out, times=1):
        return times * 2 * n * d_in * d_out

    shared = n_heads // n_kv_heads
    group = maps(d_model, d_head, 2 * shared) + maps(d_model, d_head, 2)
    ledger = dict(
        attention_maps=n_layers * n_kv_heads * group,
        scores_and_sums=n_layers * sum(2 * n * n * d_head for _ in range(2 * n_heads)),
        feed_forward=maps(d_model, d_ff, 3 * n_layers),
        head=maps(d_model, vocab_size),
    )
    ledger["total"] = sum(ledger.values())
    return ledger
