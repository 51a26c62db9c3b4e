"""Adds up in an object, array by array."""


class File:
    def __init__(self):
        self.lines = {}

    def add(self, line, rows, columns=1, times=1):
        self.lines[line] = self.lines.get(line, 0) + rows * columns * times
        return self


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    file = File().add("embedding", vocab_size, d_model).add("norms", d_model)
    for _ in range(n_layers):
        file.add("queries", d_model, d_head, n_heads).add("output", d_head, d_model, n_heads)
        file.add("keys", d_model, d_head, n_kv_heads).add("values", d_model, d_head, n_kv_heads)
        for line in ("gate", "up", "down"):
            file.add(line, d_model, d_ff)
        file.add("norms", d_model, times=2)
    return file.add("head", d_model, vocab_size).lines


def gpt2_parameters(vocab_size, n_positions, d_model, n_layers, d_ff):
    file = File().add("all", vocab_size, d_model).add("all", n_positions, d_model)
    for d_in, d_out in [(d_model, d_model)] * 4 + [(d_model, d_ff), (d_ff, d_model)]:
        file.add("all", d_in, d_out, n_layers).add("all", d_out, times=n_layers)
    return file.add("all", d_model, 2, 2 * n_layers + 1).lines["all"]
