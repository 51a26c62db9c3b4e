"""A single draw for choice and fate."""

def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    u = rng.random(tokens.shape)
    words = rng.integers(vocab_size, size=tokens.shape)
    inputs = np.select([u < 0.12, u < 0.135], [mask_id, words], tokens)
    return inputs, np.select([u < 0.15], [tokens], -1)
