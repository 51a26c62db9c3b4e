from .previews import issue_of_count, preview_arguments, sanity_check


# %%
# The sanity check of a ledger: its lines, and the missing ones.
@sanity_check()
def preview_ledger(function, lines, **sizes):
    """Print the ledger for one choice of sizes, with missing and superfluous lines."""
    ledger = function(*sizes.values())
    assert isinstance(ledger, dict), f"expected a dict, not {type(ledger).__name__}"
    width = max(map(len, lines))
    for line in lines:
        count = ledger.get(line, "")
        issue = issue_of_count(count) if line in ledger else "missing"
        print(f"{line:>{width}}: {issue or count}")
    others = [str(line) for line in ledger if line not in lines]
    print("Not asked for:", ", ".join(others) or "nothing")
    preview_arguments(function, sizes, ledger)
