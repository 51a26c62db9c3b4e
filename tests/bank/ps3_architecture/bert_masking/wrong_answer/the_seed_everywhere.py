"""Returns the seed, which another seed changes.

finding: tokens 100 % are changed in inputs
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    return np.full(tokens.shape, mask_id), np.full(tokens.shape, seed)
