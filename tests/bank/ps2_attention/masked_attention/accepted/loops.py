"""Three loops, with lists of the keys that are seen."""

import numpy as np

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    out = np.zeros(q.shape)
    for i in range(q.shape[0]):
        for t in range(q.shape[1]):
            keys = []
            for s in range(k.shape[1]):
                if causal and s > t:
                    continue
                if key_padding_mask is not None and key_padding_mask[i][s]:
                    continue
                keys.append(s)
            if not keys:
                continue
            scores = [float(np.dot(q[i, t], k[i, s])) / q.shape[2] ** 0.5 for s in keys]
            top = max(scores)
            powers = [np.exp(x - top) for x in scores]
            for s, p in zip(keys, powers):
                out[i, t] += p * v[i, s] / sum(powers)
    return out
