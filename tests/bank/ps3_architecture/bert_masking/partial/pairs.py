"""Chooses two neighbours at a time.

points: 2.25
finding: the share of chosen tokens: authored
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    chosen = np.repeat(rng.random((tokens.size + 1) // 2) < 0.15, 2)[: tokens.size]
    chosen = chosen.reshape(tokens.shape)
    fate = rng.random(tokens.shape)
    inputs = np.where(chosen & (fate < 0.8), mask_id, tokens)
    words = rng.integers(vocab_size, size=tokens.shape)
    return np.where(chosen & (fate > 0.9), words, inputs), np.where(chosen, tokens, -1)
