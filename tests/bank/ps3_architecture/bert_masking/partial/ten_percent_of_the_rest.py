"""10 % of those that are not masked become random.

points: 2.25
finding: the shares of masked, random and kept ones: authored
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    chosen = rng.random(tokens.shape) < 0.15
    masked = chosen & (rng.random(tokens.shape) < 0.8)
    random = chosen & ~masked & (rng.random(tokens.shape) < 0.1)
    inputs = np.where(masked, mask_id, tokens)
    inputs[random] = rng.integers(vocab_size, size=random.sum())
    return inputs, np.where(chosen, tokens, -1)
