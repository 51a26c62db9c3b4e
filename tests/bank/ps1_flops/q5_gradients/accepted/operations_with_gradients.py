"""Automatic differentiation: each operation knows how a gradient goes back through it."""

class Node:
    """An array that remembers its parents, and how a gradient goes to each of them."""

    def __init__(self, value, *parents):
        self.value, self.parents, self.grad = np.asarray(value, dtype=float), parents, 0.0

    def __matmul__(self, other):
        a, b = self.value, other.value
        to_b = (lambda g: a.T @ g)
        to_a = (lambda g: g @ b.T) if b.ndim == 2 else (lambda g: g[:, None] * b)
        return Node(a @ b, (self, to_a), (other, to_b))

    @property
    def T(self):
        return Node(self.value.T, (self, lambda g: g.T))

    def scaled(self, c):
        return Node(self.value * c, (self, lambda g: g * c))

    def exp_shifted(self):
        e = np.exp(self.value - self.value.max(axis=1, keepdims=True))
        return Node(e, (self, lambda g: g * e))

    def row_sums(self):
        shape = self.value.shape
        return Node(self.value.sum(axis=1, keepdims=True), (self, lambda g: np.broadcast_to(g, shape)))

    def __truediv__(self, other):
        a, b = self.value, other.value
        return Node(a / b, (self, lambda g: g / b), (other, lambda g: -(g * a / b**2).sum(1, keepdims=True)))

    def relu(self):
        mask = self.value > 0
        return Node(self.value * mask, (self, lambda g: g * mask))

    def backward(self, seed):
        order, seen = [], set()

        def visit(node):
            if id(node) not in seen:
                seen.add(id(node))
                for parent, _ in node.parents:
                    visit(parent)
                order.append(node)

        visit(self)
        self.grad = seed
        for node in reversed(order):
            for parent, rule in node.parents:
                parent.grad = parent.grad + rule(node.grad)


def gradients(X, y, W_q, W_k, W_v, W_1, w_2):
    names = ["W_q", "W_k", "W_v", "W_1", "w_2"]
    x = Node(X)
    q, k, v, one, two = leaves = [Node(w) for w in (W_q, W_k, W_v, W_1, w_2)]
    # exp(s - max): the maximum is a constant whose gradient cancels
    e = ((x @ q.T) @ (x @ k.T).T).scaled(1 / np.sqrt(W_q.shape[0])).exp_shifted()
    a = e / e.row_sums()
    y_hat = ((a @ (x @ v.T)) @ one.T).relu() @ two
    y_hat.backward(2 * (y_hat.value - y))
    return {name: np.array(leaf.grad) for name, leaf in zip(names, leaves)}
