"""The gated decoder: its sizes, its ledger, and the student's own ledger."""

SIZES = "vocab_size d_model n_layers n_heads n_kv_heads d_head d_ff"
# n_kv_heads divides n_heads. Formulas may use n_heads and group.
HEADS = {"n_heads": "n_kv_heads*group"}
LEDGER = {
    "embedding": "vocab_size*d_model",
    "queries": "n_layers*d_model*n_heads*d_head",
    "keys": "n_layers*d_model*n_kv_heads*d_head",
    "values": "n_layers*d_model*n_kv_heads*d_head",
    "output": "n_layers*n_heads*d_head*d_model",
    "gate": "n_layers*d_model*d_ff",
    "up": "n_layers*d_model*d_ff",
    "down": "n_layers*d_ff*d_model",
    "norms": "2*n_layers*d_model + d_model",
    "head": "vocab_size*d_model",
}


def ledger_of(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    """Line -> numbers in the file, array by array."""
    shapes = [("embedding", vocab_size, d_model)]
    for _ in range(n_layers):
        shapes += [
            ("norms", 1, d_model),
            ("queries", n_heads * d_head, d_model),
            ("keys", n_kv_heads * d_head, d_model),
            ("values", n_kv_heads * d_head, d_model),
            ("output", d_model, n_heads * d_head),
            ("norms", 1, d_model),
            ("gate", d_ff, d_model),
            ("up", d_ff, d_model),
            ("down", d_model, d_ff),
        ]
    shapes += [("norms", 1, d_model), ("head", vocab_size, d_model)]
    lines = dict.fromkeys(LEDGER, 0)
    for line, rows, columns in shapes:
        lines[line] += rows * columns
    return lines


def own_ledger():
    """The student's `parameter_ledger`, a function as `ledger_of`, by what it was when it was
    marked; None where it must not be followed. A line that is missing counts nothing.
    """
    verdict = checks.followed("real_parameters")
    counted = (verdict and verdict.counted) or {}
    if not LEDGER.keys() & counted.keys():
        return None

    def ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
        group = n_heads // n_kv_heads
        sizes = (vocab_size, d_model, n_layers, n_kv_heads, d_head, d_ff, group)
        return {line: counted[line](*sizes) if line in counted else 0 for line in LEDGER}

    return ledger
