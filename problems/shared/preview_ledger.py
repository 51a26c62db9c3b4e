from .previews import issue_of_count, name_of, preview_arguments, sanity_check, warn


# %%
# The sanity check of a ledger: its lines, and the missing ones.
@sanity_check()
def preview_ledger(function, lines, **sizes):
    """Print the ledger for one choice of sizes, with missing and superfluous lines."""
    ledger, name = function(*sizes.values()), name_of(function)
    assert isinstance(ledger, dict), f"{name}: expected a dict, not {type(ledger).__name__}"
    assert {*lines} & {*ledger}, f"{name} has none of the lines {', '.join(lines)}"
    width = max(map(len, lines))
    for line in (line for line in lines if line in ledger):
        if issue := issue_of_count(ledger[line]):
            warn(f"{line}: {issue}")
        else:
            print(f"{line:>{width}}: {ledger[line]}")
    if missing := [line for line in lines if line not in ledger]:
        warn(f"{name}: missing lines: {', '.join(missing)}")
    others = [str(line) for line in ledger if line not in lines]
    if others:
        print("Not asked for:", ", ".join(others))
    preview_arguments(function, sizes, ledger)
