# The sanity check of the ledger: its lines, and which of them are missing.
LEDGER_LINES = ["dyhat", "dw2", "dH", "relu", "dW1", "dVt", "dV", "dA", "softmax", "scale"]
LEDGER_LINES += ["dQ", "dK", "dWq", "dWk", "dWv"]


@sanity_check()
def preview_ledger(backward_ledger):
    """Print the ledger for one choice of sizes, and which lines are missing or not asked for."""
    ledger = backward_ledger(*EXAMPLE.values())
    assert isinstance(ledger, dict), f"expected a dict, not {type(ledger).__name__}"
    for line in LEDGER_LINES:
        count = ledger.get(line, "")
        issue = issue_of_count(count) if line in ledger else "missing"
        print(f"{line:>8}: {issue or count}")
    others = [str(line) for line in ledger if line not in LEDGER_LINES]
    print("Not asked for:", ", ".join(others) or "nothing")
    preview_arguments(backward_ledger, EXAMPLE, ledger)
