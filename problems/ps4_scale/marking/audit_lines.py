"""The wrong numbers in each line of a printed calculation."""

from examiner.checks import Choices

from ..cells.models import AUDIT_OPTIONS

ROWS = "The line charges a row for each of 768 tokens, and the count is for one token"
INNER = "The inner size is the width that the product sums over, and it is right"
COLUMNS = "The second matrix is the map, and its columns are the numbers that it makes"
FREE = "1.2 leaves this out"

question = Choices(
    {
        "queries_keys_values": {"rows"},
        "output_projection": {"rows", "how many"},
        "scores": {"rows", "columns"},
        "feed_forward": {"rows"},
        "absent": {"weighted sums"},
    },
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
