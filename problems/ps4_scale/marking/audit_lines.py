"""The wrong numbers in each line of a printed calculation.

The right output projection is one product, 1 × 768 by 768 × 768, as in the table of part 1. Twelve
products, 1 × 64 by 64 × 768 in each head, are the same map at the same cost, and right as well.
"""

from collections.abc import Mapping, Set
from dataclasses import replace

from examiner.checks import Choices, Custom, GradingContext, Verdict

from ..cells.models import AUDIT_OPTIONS

ROWS = "The line charges a row for each of 768 tokens, but the count is for one token"
INNER = "The inner size is the width that the product sums over, and it is right"
COLUMNS = "The second matrix is the map, and its columns are the numbers that it makes"
FREE = "1.2 leaves this out"

WRONG: Mapping[str, Set[str]] = {
    "queries_keys_values": {"rows"},
    "output_projection": {"rows", "how many"},
    "scores": {"rows", "columns"},
    "feed_forward": {"rows"},
    "absent": {"weighted sums"},
}
ONCE = Choices(
    WRONG,
    options=AUDIT_OPTIONS,
    why={
        "queries_keys_values": {
            "rows": ROWS,
            "inner": INNER,
            "columns": COLUMNS,
            "how many": "Each head has a map for queries, one for keys and one for values",
        },
        "output_projection": {
            "rows": ROWS,
            "inner": "The heads' outputs stand side by side, 12 times 64 numbers",
            "columns": COLUMNS,
            "how many": "A layer has one output projection for all heads together",
        },
        "scores": {
            "rows": "Rows are queries, and one token has one query in each head",
            "inner": "A head's queries and keys have 64 numbers: the inner size is right",
            "columns": "Columns are keys, and a token of a dense sequence meets 1,024 of them",
            "how many": "Every head has scores of its own",
        },
        "feed_forward": {
            "rows": ROWS,
            "inner": INNER,
            "columns": COLUMNS,
            "how many": "A layer has one feed-forward block, with two maps",
        },
        "absent": {
            "weighted sums": "No line multiplies the attention weights with the values",
            "biases": FREE,
            "softmax": "The softmax is free (P5)",
            "residual connections": FREE,
            "output head": FREE,
        },
    },
)
IN_EACH_HEAD = replace(ONCE, expected={**WRONG, "output_projection": {"rows", "inner"}})


def judge(grading: GradingContext, wrong_numbers: object) -> Verdict:
    """Mark the answer with either output projection; the better verdict counts."""
    verdicts = [grading.mark(check, wrong_numbers) for check in (ONCE, IN_EACH_HEAD)]
    return max(verdicts, key=lambda verdict: verdict.points)


question = Custom(judge, [ONCE, IN_EACH_HEAD])
