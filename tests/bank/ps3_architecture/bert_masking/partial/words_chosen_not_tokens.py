"""15 % of the words, wherever they stand.

points: 1.75
finding: the share of chosen tokens: authored
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    words = np.arange(vocab_size)
    chosen = np.isin(tokens, rng.choice(words, size=max(1, round(0.15 * vocab_size)), replace=False))
    fate = rng.random(tokens.shape)
    inputs = np.where(chosen & (fate < 0.8), mask_id, tokens)
    at_random = rng.integers(vocab_size, size=tokens.shape)
    return np.where(chosen & (fate > 0.9), at_random, inputs), np.where(chosen, tokens, -1)
