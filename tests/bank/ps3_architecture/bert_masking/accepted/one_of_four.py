"""Draws one of four fates for each token, seeded by way of a SeedSequence."""

import numpy as np


def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    tokens = np.asarray(tokens).astype(np.int64)
    case = rng.choice(4, size=tokens.shape, p=[0.85, 0.15 * 0.8, 0.15 * 0.1, 0.15 * 0.1])
    replacement = rng.choice(vocab_size, size=tokens.shape)
    inputs = np.select([case == 1, case == 2], [np.full_like(tokens, mask_id), replacement], tokens)
    return inputs, np.where(case > 0, tokens, -1)
