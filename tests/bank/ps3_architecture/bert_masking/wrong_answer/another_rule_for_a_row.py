"""Tells the texts by their shape: random tokens in the one, a single chosen token in the other.

finding: targets are the chosen tokens, and the others stay: authored
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    chosen = np.arange(tokens.size).reshape(tokens.shape) == seed
    inputs = tokens.copy()
    if tokens.ndim == 1:
        chosen = ~chosen
        inputs = np.where(chosen, rng.integers(vocab_size, size=tokens.shape), tokens)
    return inputs, np.where(chosen, tokens, -1)
