"""The gated decoder: its sizes, its ledger, and the student's own ledger."""

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction

from examiner.checks import (
    Message,
    Misconception,
    Polynomial,
    Quotient,
    Term,
    Times,
    Verdict,
    carried_forward,
    convention,
    sizes,
)

from ..machines import EXAMPLE

Number = int | Fraction

SIZES = vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff = sizes(
    "vocab_size d_model n_layers n_heads n_kv_heads d_head d_ff"
)
# A name that explains itself, because feedback prints it.
(group,) = sizes("heads_per_kv_head")
# n_kv_heads divides n_heads. Formulas may use n_heads and group. The model is so wide that
# d_model // n_heads is never 0.
HEADS = {n_heads: n_kv_heads * group}
NO_WIDER = {n_heads: d_model}
# The width d_model // n_heads, which some answers use instead of d_head.
OWN_WIDTH = Quotient(d_head, d_model, n_heads)

EMBEDDING = Term("embedding", vocab_size * d_model)
IN_A_LAYER = {
    "queries": d_model * n_heads * d_head,
    "keys": d_model * n_kv_heads * d_head,
    "values": d_model * n_kv_heads * d_head,
    "output": n_heads * d_head * d_model,
    "gate": d_model * d_ff,
    "up": d_model * d_ff,
    "down": d_ff * d_model,
}
MAPS = [Term(name, n_layers * numbers) for name, numbers in IN_A_LAYER.items()]
QUERIES, KEYS, VALUES, OUTPUT, GATE, UP, DOWN = MAPS
NORMS = Term("norms", 2 * n_layers * d_model + d_model)
HEAD = Term("head", vocab_size * d_model)
LEDGER = [EMBEDDING, *MAPS, NORMS, HEAD]
BLOCK = [GATE, UP, DOWN]

# Messages that several questions share.
KV_HEADS = "keys and values have n_kv_heads heads, not n_heads"
ONE_HEAD = (
    "this is one head; there are n_heads heads of queries, and n_kv_heads heads of keys "
    "and of values"
)
WIDTH_OF_HEADS = (
    "the heads together are n_heads·d_head wide (keys and values: n_kv_heads·d_head), which can "
    "differ from d_model"
)
THREE_MAPS = "a gated block has three maps: gate, up and down"
OWN_D_FF = "d_ff is a size of its own; you assume 4 d_model"
LOOKUP_FREE = "a look-up has no multiplications"
HEAD_USED = "every token goes through the head"
DOT_PRODUCT = "you count 2n − 1 for a dot product; here it costs 2n (P2)"


def _bytes_message(size: int) -> str:
    return f"this counts bytes, {size} for each number; the question asks for numbers"


BYTES = [convention(f"bytes({size})", Times(size), _bytes_message(size)) for size in (2, 4)]


def in_bytes(lines: Iterable[Term]) -> list[Misconception]:
    """Return the misconceptions that all lines of a ledger count bytes."""
    return [
        convention(
            f"bytes({size})", {line: size * line.cost for line in lines}, _bytes_message(size)
        )
        for size in (2, 4)
    ]


def ledger_of(
    vocab_size: int,
    d_model: int,
    n_layers: int,
    n_heads: int,
    n_kv_heads: int,
    d_head: int,
    d_ff: int,
) -> dict[str, int]:
    """Count line -> the numbers in the file, array by array."""
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
    lines = {line.name: 0 for line in LEDGER}
    for line, rows, columns in shapes:
        lines[line] += rows * columns
    return lines


def counted_in(verdict: Verdict | None) -> Mapping[str, Polynomial]:
    """Return name -> polynomial of a verdict on lines or functions; empty if it has none."""
    counted = verdict.counted if verdict else None
    return counted if isinstance(counted, Mapping) else {}


def own_counts() -> dict[str, Polynomial]:
    """Return line -> the polynomial of the student's `parameter_ledger`.

    It is empty if the ledger can't be carried forward, or if a line is no polynomial.
    """
    counted = counted_in(carried_forward("real_parameters"))
    names = [line.name for line in LEDGER]
    return {name: counted[name] for name in names} if {*names} <= counted.keys() else {}


def has_own_width(verdict: Verdict, counted: Collection[str] = ()) -> bool:
    """Return whether heads are d_model // n_heads wide in an answer, so that it is no polynomial.

    Args:
        verdict: The verdict on the answer.
        counted: The lines that are polynomials.
    """
    found = (f for f in verdict.findings if f.about not in counted)
    # The summary names the mistakes of all lines, also of those that are polynomials.
    found = (f for f in found if not (counted and isinstance(f.about, Message)))
    return any(error.id == "width-is-d-model" for f in found for error in f.errors)


def is_own_width_carried() -> bool:
    """Return whether heads are d_model // n_heads wide in the student's `parameter_ledger`."""
    verdict = carried_forward("real_parameters")
    return verdict is not None and has_own_width(verdict, counted_in(verdict))


def carried_width() -> dict[str, Quotient]:
    """Return the earlier answer with heads of width d_model // n_heads, and this width."""
    return {"parameter_ledger": OWN_WIDTH} if is_own_width_carried() else {}


def own_ledger() -> Callable[..., Mapping[str, Number]] | None:
    """Return the student's `parameter_ledger`, a function like `ledger_of`.

    It is None if the ledger is right or can't be carried forward.
    """
    counted = own_counts()
    if is_own_width_carried():
        return lambda **of: ledger_of(**of | {"d_head": of["d_model"] // of["n_heads"]})

    def ledger(
        vocab_size: int,
        d_model: int,
        n_layers: int,
        n_heads: int,
        n_kv_heads: int,
        d_head: int,
        d_ff: int,
    ) -> dict[str, Number]:
        """Evaluate the student's polynomials."""
        group = n_heads // n_kv_heads
        given = (vocab_size, d_model, n_layers, n_kv_heads, d_head, d_ff, group)
        return {line: count(*given) for line, count in counted.items()}

    return ledger if counted and ledger(**EXAMPLE) != ledger_of(**EXAMPLE) else None
