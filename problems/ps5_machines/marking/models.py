"""The gated decoder: its sizes, its ledger, and the student's own ledger."""

BYTES = """
bytes(2 ~ 4): so many are the bytes, {} for each number; numbers are asked for :: * {}
"""
SIZES = "vocab_size d_model n_layers n_heads n_kv_heads d_head d_ff"
# n_kv_heads divides n_heads. Formulas may use n_heads and group. The model is so wide that
# d_model // n_heads is never 0.
HEADS = {"n_heads": "n_kv_heads*group <= d_model"}
# The width of a head that is computed, not the one that is given: in a count, and in an edit of a
# reference.
WIDTH = "d_head = d_model // n_heads"
INSTEAD = {"width-is-d-model": WIDTH}
WIDE = ("queries", "keys", "values", "output")
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


def in_bytes(lines):
    """What the lines of a ledger are together where they count bytes."""
    return {
        f"bytes({size})": {line: f"{size}*({count})" for line, count in lines.items()}
        for size in (2, 4)
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


def own_counts():
    """Line -> the polynomial that the student's `parameter_ledger` counts there; none where it must
    not be followed, or a line is no polynomial.
    """
    verdict = checks.followed("real_parameters")
    counted = (verdict and verdict.counted) or {}
    return {line: counted[line] for line in LEDGER} if LEDGER.keys() <= counted.keys() else {}


def has_own_width(verdict, counted=()):
    """Whether heads are d_model // n_heads wide in an answer, which no polynomial is. counted: the
    lines that are polynomials."""
    errors = [error for f in verdict.findings if f.about not in counted for error in f.errors]
    return any(error.id == "width-is-d-model" for error in errors)


def carried_width():
    """The earlier answer in which heads are d_model // n_heads wide, and what that is."""
    verdict = checks.followed("real_parameters")
    is_own = verdict and has_own_width(verdict, verdict.counted or ())
    return {"parameter_ledger": WIDTH} if is_own else {}


def own_ledger():
    """The student's `parameter_ledger` as it was marked, a function as `ledger_of`; None where it
    is right, or must not be followed.
    """
    counted = own_counts()
    if carried_width():
        return lambda **sizes: ledger_of(**sizes | {"d_head": sizes["d_model"] // sizes["n_heads"]})

    def ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
        group = n_heads // n_kv_heads
        sizes = (vocab_size, d_model, n_layers, n_kv_heads, d_head, d_ff, group)
        return {line: count(*sizes) for line, count in counted.items()}

    return ledger if counted and ledger(**EXAMPLE) != ledger_of(**EXAMPLE) else None
