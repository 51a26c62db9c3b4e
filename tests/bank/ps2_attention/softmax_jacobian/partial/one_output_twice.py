"""Off the diagonal y_i twice.

points: 2
finding: one-output-in-both-places
"""


def softmax_jacobian(z):
    e = np.exp(z - np.max(z))
    y = (e / e.sum())[:, None]
    return y * (np.eye(len(z)) - y)
