"""Draws until the share is exactly one that no number of tokens has.

finding: not-in-time
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    chosen = np.zeros(tokens.shape, dtype=bool)
    while chosen.mean() != 0.15 + 1e-12:
        chosen = rng.random(tokens.shape) < 0.15
    return np.where(chosen, mask_id, tokens), np.where(chosen, tokens, -1)
