"""The second map of the feed-forward block has a bias of d_model numbers, not d_ff.

points: 3.75
finding: down-bias-of-d-ff
"""


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    """Numbers in the file of a gated decoder: a dict from each of the ten lines to its count."""
    queries = n_layers * d_model * n_heads * d_head
    keys = n_layers * d_model * n_kv_heads * d_head
    feed_forward = n_layers * d_model * d_ff
    return {
        "embedding": vocab_size * d_model,
        "queries": queries,
        "keys": keys,
        "values": keys,
        "output": queries,
        "gate": feed_forward,
        "up": feed_forward,
        "down": feed_forward,
        "norms": (2 * n_layers + 1) * d_model,
        "head": vocab_size * d_model,
    }


def gpt2_parameters(vocab_size, n_positions, d_model, n_layers, d_ff):
    """Numbers in the file of a GPT-2."""
    attention = 4 * (d_model**2 + d_model)
    feed_forward = d_model * d_ff + d_ff + d_ff * d_model + d_model
    layer = attention + feed_forward + 2 * 2 * d_model
    return (vocab_size + n_positions) * d_model + n_layers * layer + 2 * d_model


def gpt2_parameters(vocab_size, n_positions, d_model, n_layers, d_ff):
    return (
        vocab_size * d_model
        + n_positions * d_model
        + 4 * d_model**2 * n_layers
        + 2 * d_model * n_layers * d_ff
        + 8 * d_model * n_layers
        + 2 * d_model
        + 2 * n_layers * d_ff
    )
