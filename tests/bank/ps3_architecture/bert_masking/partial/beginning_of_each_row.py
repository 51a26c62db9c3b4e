"""The beginning of each row is chosen.

points: 2.25
finding: the share of chosen tokens: authored
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    chosen = np.broadcast_to(np.arange(tokens.shape[-1]) < 0.15 * tokens.shape[-1], tokens.shape)
    fate = rng.random(tokens.shape)
    inputs = np.where(chosen & (fate < 0.8), mask_id, tokens)
    words = rng.integers(vocab_size, size=tokens.shape)
    return np.where(chosen & (fate > 0.9), words, inputs), np.where(chosen, tokens, -1)
