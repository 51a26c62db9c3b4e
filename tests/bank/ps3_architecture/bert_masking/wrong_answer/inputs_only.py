"""One array in place of two.

finding: the answer has shape
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    return np.where(rng.random(tokens.shape) < 0.15, mask_id, tokens)
