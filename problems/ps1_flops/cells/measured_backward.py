from ...shared.needs import needs
from ..flops import EXAMPLE, backward_product_flops, gradients, random_layer
from .counting_array import count_operations


# %%
# The products of your gradients, measured and predicted, without those of `forward`.
def measure_backward():
    layer = random_layer(**EXAMPLE, seed=0)
    measured = count_operations(gradients, *layer)["products"]
    backward_pass = backward_product_flops(**EXAMPLE)
    column_times_row = 2 * EXAMPLE["seq_len"] * EXAMPLE["d_hidden"]
    print(f"your gradients, measured:      {measured:8,}")
    print(f"predicted, backward:           {backward_pass:8,}")
    print(f"predicted, dH as elementwise:  {backward_pass - column_times_row:8,}")


with needs("questions 5 and 7"):
    measure_backward()
