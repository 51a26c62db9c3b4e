"""A class for a linear layer, which counts its own numbers."""


class Linear:
    def __init__(self, inputs, outputs):
        self.weights, self.biases = inputs * outputs, outputs


def attention_counts(n, d):
    projections = [Linear(d, d) for _ in "qkv"]
    dense = Linear(n * d, n * d)
    counts = {}
    counts["dense_weights"], counts["dense_biases"] = dense.weights, dense.biases
    counts["qkv_weights"] = sum(each.weights for each in projections)
    counts["qkv_biases"] = sum(each.biases for each in projections)
    counts["attention_weights"] = len([(q, k) for q in range(n) for k in range(n)])
    return counts
