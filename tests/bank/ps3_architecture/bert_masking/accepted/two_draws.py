"""One draw for the choice, one for the fate."""

def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    chosen = rng.random(tokens.shape) < 0.15
    fate = rng.random(tokens.shape)
    inputs = tokens.copy()
    inputs[chosen & (fate < 0.8)] = mask_id
    random = chosen & (fate >= 0.8) & (fate < 0.9)
    inputs[random] = rng.integers(0, vocab_size, size=random.sum())
    return inputs, np.where(chosen, tokens, -1)
