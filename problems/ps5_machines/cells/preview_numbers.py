from ...shared.previews import preview_shape


# %%
# The sanity check of a dict of numbers: an answer with one number passes.
def preview_numbers(answer, keys):
    """Check a dict of numbers. Print a line for each key that is there; others are allowed."""
    assert isinstance(answer, dict), f"expected a dict, not {type(answer).__name__}"
    numbers = 0
    for key in keys:
        if key not in answer:
            continue
        try:
            preview_shape(key, answer[key], ())
            numbers += 1
        except AssertionError as issue:
            print(issue)
    if others := [str(key) for key in answer if key not in keys]:
        print("Not asked for:", ", ".join(others))
    if absent := [key for key in keys if key not in answer]:
        print("Left out:", ", ".join(absent))
    assert numbers, "your dict holds no number under any of these keys"
