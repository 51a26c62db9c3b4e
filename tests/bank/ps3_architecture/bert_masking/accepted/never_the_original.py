"""The random token is always another one, and never the mask."""

def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    chosen = rng.binomial(1, 0.15, size=tokens.shape).astype(bool)
    fate = rng.choice(3, p=[0.8, 0.1, 0.1], size=tokens.shape)
    words = rng.integers(vocab_size, size=tokens.shape)
    while (bad := (words == tokens) | (words == mask_id)).any():
        words[bad] = rng.integers(vocab_size, size=bad.sum())
    inputs = np.where(fate == 0, mask_id, np.where(fate == 1, words, tokens))
    return np.where(chosen, inputs, tokens), np.where(chosen, tokens, -1)
