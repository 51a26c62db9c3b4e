"""Returns the seed, which another seed changes.

finding: the seed decides the result, and tokens stays unchanged: authored
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    return np.full(tokens.shape, mask_id), np.full(tokens.shape, seed)
