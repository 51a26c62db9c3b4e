"""Chooses the same places in every row.

points: 2.25
finding: the share of chosen tokens: authored
"""


def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    chosen = rng.random(tokens.shape) < 0.15
    chosen = np.broadcast_to(rng.random(tokens.shape[-1]) < 0.15, tokens.shape)
    u = rng.random(tokens.shape)
    inputs = np.where(chosen & (u < 0.8), mask_id, tokens)
    swap = chosen & (u >= 0.9)
    inputs = np.where(swap, rng.integers(0, vocab_size, tokens.shape), inputs)
    return inputs, np.where(chosen, tokens, -1)
