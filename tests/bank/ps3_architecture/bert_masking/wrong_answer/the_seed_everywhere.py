"""Returns the seed, which another seed changes.

finding: a function of its arguments, and of the seed: authored
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    return np.full(tokens.shape, mask_id), np.full(tokens.shape, seed)
