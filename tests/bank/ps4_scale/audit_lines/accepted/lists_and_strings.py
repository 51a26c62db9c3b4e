"""Lists, a tuple, and strings where there is one option; hyphens and spaces."""

wrong_numbers = dict.fromkeys(["queries keys values", "feed-forward"], "rows")
wrong_numbers["Output projection"] = ["how_many", "rows"]
wrong_numbers["scores"] = ("columns", "rows")
wrong_numbers["absent"] = "weighted-sums"
