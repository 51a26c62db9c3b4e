"""Token by token, with the random module."""

import random


def bert_mask(tokens, mask_id, vocab_size, seed):
    draw = random.Random(seed)
    inputs, targets = [], []
    for token in tokens.ravel().tolist():
        if draw.random() < 0.15:
            targets.append(token)
            u = draw.random()
            inputs.append(mask_id if u < 0.8 else draw.randrange(vocab_size) if u < 0.9 else token)
        else:
            targets.append(-1)
            inputs.append(token)
    return np.array(inputs).reshape(tokens.shape), np.array(targets).reshape(tokens.shape)
