from ...shared.needs import needs
from ...shared.previews import issue_of_count, name_of, preview_arguments, sanity_check, warn

# %%
# The sanity check of the audit, and its amounts for GPT-2 small.
AUDITED = ("qkv_weights", "qkv_biases", "dense_weights", "dense_biases")


@sanity_check()
def preview_audit(audit, **sizes):
    """Print the amounts for these sizes, and name missing and superfluous entries."""
    amounts = audit(*sizes.values())
    name = name_of(audit)
    assert isinstance(amounts, dict), f"{name}: expected a dict, not {type(amounts).__name__}"
    assert {*AUDITED} & {*amounts}, f"{name} has none of the entries {', '.join(AUDITED)}"
    for line in AUDITED:
        if issue := issue_of_count(amounts[line]) if line in amounts else "missing":
            warn(f"{line}: {issue}")
        else:
            print(f"{line:>14}: {amounts[line]}")
    others = [str(line) for line in amounts if line not in AUDITED]
    if others:
        print("Not asked for:", ", ".join(others))
    preview_arguments(audit, sizes, amounts)


def print_audit(audit, d=768, n_heads=12, lengths=(256, 1024)):
    """Print the amounts for GPT-2 small's width, at two lengths."""
    with needs("question 6.1"):
        columns = [audit(n, d, n_heads) for n in lengths]
        title = f"\nGPT-2 small, D = {d}, H = {n_heads}"
        print(title + "".join(f"{f'L = {n}':>22}" for n in lengths))
        for line in AUDITED:
            print(f"{'add to ' + line:<29}" + "".join(f"{column[line]:>22,}" for column in columns))
