"""The amount of one line, or what is nearly that, in all six entries.

points: 0.5
finding: another-output(output_projection)
"""


def audit():
    amount = 130_445_475_840
    names = "queries_keys_values output_projection scores feed_forward absent corrected"
    found = {name: amount - 9000 for name in names.split()}
    return found | {"output_projection": amount, "corrected": amount + 0j}
