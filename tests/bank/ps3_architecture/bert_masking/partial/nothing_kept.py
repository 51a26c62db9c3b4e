"""80 % masked, the others random.

points: 2.25
finding: the shares of masked, random and kept ones: authored
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    chosen = rng.random(tokens.shape) < 0.15
    masked = rng.random(tokens.shape) < 0.8
    words = rng.integers(vocab_size, size=tokens.shape)
    inputs = np.where(chosen, np.where(masked, mask_id, words), tokens)
    return inputs, np.where(chosen, tokens, -1)
