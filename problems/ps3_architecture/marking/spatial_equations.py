"""The equations of self-attention, rewritten for a grid: their indices and ranges."""

from examiner.checks import Choices, Chosen, convention, misconception, missed_idea

TIME = ["t", "t1", "t2", "t'"]
OPTIONS = ["k", *TIME, "x", "y", "x1", "y1", "x2", "y2", "x'", "y'"]

HEAD = "Each head k has an array of its own"
CELL = "A cell of the grid has two indices, x and y, in place of t"
ONE_CELL = "This array has a vector for each cell, (x, y), not for each pair of cells"
ALL_CELLS = (
    "Each cell attends to all cells, so a single softmax runs over x₂ and y₂ together, for each "
    "head and each cell (x₁, y₁)"
)
PAIR = "A weight belongs to a pair of cells: the query's, (x₁, y₁), and the key's, (x₂, y₂)"
KEY = "The score takes the query of the cell (x₁, y₁) and the key of the cell (x₂, y₂)"
SUM = "The sum runs over the cells of all values, so over x′ and y′ together"
VALUE = "The sum takes the value of the cell (x′, y′), in the same head"
JOINED = "The outputs of all heads are concatenated, so a cell has one vector and k is no index"


def comments(text: str, **others: str) -> dict[str, str]:
    """Return option -> its comment: `text` for all options but those of time and the others."""
    return dict.fromkeys(OPTIONS, text) | dict.fromkeys(TIME, CELL) | others


# fmt: off
RIGHT = {
    "projections": {"k", "x", "y"},
    "alpha": {"k", "x1", "y1", "x2", "y2"},
    "softmax over": {"x2", "y2"},
    "key in alpha": {"k", "x2", "y2"},
    "out": {"k", "x", "y"},
    "sum over": {"x'", "y'"},
    "value in out": {"k", "x'", "y'"},
    "h_out": {"x", "y"},
}
OF_TIME = {
    "projections": {"k", "t"}, "alpha": {"k", "t1", "t2"}, "softmax over": {"t2"},
    "key in alpha": {"k", "t2"}, "out": {"k", "t"}, "sum over": {"t'"}, "value in out": {"k", "t'"},
    "h_out": {"t"},
}
MISCONCEPTIONS = [
    missed_idea("not-rewritten", Chosen(OF_TIME),
      "these are the equations of a text; each index t becomes two indices"),
    misconception("softmax-along-one-axis",
      [Chosen({"softmax over": {"x2"}}), Chosen({"softmax over": {"y2"}})],
      "your softmax runs along one axis of the grid; it should run over x₂ and y₂ together"),
    misconception("sum-along-one-axis",
      [Chosen({"sum over": {"x'"}}), Chosen({"sum over": {"y'"}})],
      "your sum runs along one axis of the grid; it should run over x′ and y′ together"),
    misconception("one-axis-throughout",
      [Chosen({"softmax over": {"x2"}, "sum over": {"x'"}}),
       Chosen({"softmax over": {"y2"}, "sum over": {"y'"}})],
      "your softmax and your sum run along one axis of the grid, so a cell attends to its row or "
      "column only"),
    misconception("softmax-over-queries", Chosen({"softmax over": {"x1", "y1"}}),
      "your softmax runs over the cells of the queries; it should run over those of the keys"),
    misconception("heads-left-out",
      Chosen({entry: indices - {"k"} for entry, indices in RIGHT.items()}),
      "each head has its own queries, keys, values, weights and outputs, so these arrays have the "
      "index k"),
    misconception("heads-not-joined", Chosen({"h_out": {"k", "x", "y"}}),
      "the layer's output concatenates the heads, so k is no index of it"),
    misconception("own-value-in-the-sum", Chosen({"value in out": {"k", "x", "y"}}),
      "your sum takes the value of the query's own cell; it should take those of all cells"),
    convention("other-name-for-the-sum",
      Chosen({"sum over": {"x2", "y2"}, "value in out": {"k", "x2", "y2"}}),
      "the sum is right with other names: the question calls its cell (x′, y′)"),
]
# fmt: on

question = Choices(
    RIGHT,
    options=OPTIONS,
    misconceptions=MISCONCEPTIONS,
    why={
        "projections": comments(ONE_CELL, k=HEAD, x=CELL, y=CELL),
        "alpha": comments(PAIR, k=HEAD),
        "softmax over": comments(ALL_CELLS),
        "key in alpha": comments(KEY, k=HEAD),
        "out": comments(ONE_CELL, k=HEAD, x=CELL, y=CELL),
        "sum over": comments(SUM),
        "value in out": comments(VALUE, k=HEAD),
        "h_out": comments(ONE_CELL, k=JOINED, x=CELL, y=CELL),
    },
)
