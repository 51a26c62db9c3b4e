# The products of your gradients, measured and predicted.
def measure_backward():
    layer = random_layer(**EXAMPLE, seed=0)
    measured = count_operations(gradients, *layer)["products"]
    forward_pass = attention_flops(**EXAMPLE) + feedforward_flops(**EXAMPLE)
    backward_pass = backward_product_flops(**EXAMPLE)
    column_times_row = 2 * EXAMPLE["seq_len"] * EXAMPLE["d_hidden"]
    print(f"your gradients, measured:       {measured:8,}")
    print(f"predicted, forward + backward:  {forward_pass + backward_pass:8,}")
    print(f"predicted, dH as elementwise:   {forward_pass + backward_pass - column_times_row:8,}")


with needs("questions 2, 4, 5 and 7"):
    measure_backward()
