"""One array in place of two.

finding: targets are the chosen tokens, and the others stay: another-shape
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    return np.where(rng.random(tokens.shape) < 0.15, mask_id, tokens)
