"""Adds up what each feature contributes to numerators and normalisers."""

def linear_attention(V, G_K, G_Q):
    top = np.zeros((V.shape[0], G_Q.shape[1]))
    bottom = np.zeros(G_Q.shape[1])
    for key_feature, query_feature in zip(G_K, G_Q):
        top += np.multiply.outer(V @ key_feature, query_feature)
        bottom += key_feature.sum() * query_feature
    return np.divide(top, bottom)
