from ...shared.previews import check_each, preview_choice, preview_shape, warn


# %%
# The sanity check of a dict of numbers: an answer with one number passes.
def preview_numbers(answer, keys):
    """Check a dict of numbers. Print a line for each key that is there; others are allowed."""
    assert isinstance(answer, dict), f"expected a dict, not {type(answer).__name__}"
    there = {key: (key, answer[key], ()) for key in keys if key in answer}
    assert there, f"none of the entries {', '.join(keys)} is there"
    check_each(there, preview_shape)
    if left_out := [key for key in keys if key not in answer]:
        print("Left out:", ", ".join(left_out))
    if others := [str(key) for key in answer if key not in keys]:
        warn(f"not asked for: {', '.join(others)}")


def preview_one_of(entry, chosen, options):
    """Check that the choice for an entry is one option of the list."""
    if isinstance(chosen, (set, frozenset, list, tuple)):
        warn(f"{entry}: expected one option as a string, not a {type(chosen).__name__}")
    else:
        preview_choice(entry, chosen, options)
