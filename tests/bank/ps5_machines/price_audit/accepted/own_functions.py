"""With the functions of earlier questions."""



def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    heads = {"queries": n_heads, "keys": n_kv_heads, "values": n_kv_heads, "output": n_heads}
    lines = {name: n_layers * d_model * number * d_head for name, number in heads.items()}
    lines |= dict.fromkeys(("gate", "up", "down"), n_layers * d_model * d_ff)
    lines |= dict.fromkeys(("embedding", "head"), vocab_size * d_model)
    return lines | {"norms": (2 * n_layers + 1) * d_model}


def step_seconds(batch, n, model, machine, weight_bits=16, cache_bits=16):
    lines = parameter_ledger(**model)
    matrices = sum(lines[name] for name in lines if name not in ("embedding", "norms"))
    attention = 4 * n * model["n_layers"] * model["n_heads"] * model["d_head"]
    cached = 2 * n * model["n_layers"] * model["n_kv_heads"] * model["d_head"]
    read = matrices * weight_bits / 8 + batch * cached * cache_bits / 8
    flops = batch * (2 * matrices + attention)
    return max(flops / machine["peak_flops"], read / machine["bandwidth"])


def audit():
    ledger = parameter_ledger(**LLAMA3_8B)
    all_of_it = sum(ledger.values())
    met = all_of_it - ledger["embedding"] - ledger["norms"]
    heads = LLAMA3_8B["n_layers"] * LLAMA3_8B["n_heads"] * LLAMA3_8B["d_head"]
    time, amounts = 64 * all_of_it / 1979e12, {}

    def put_right(name, now):
        nonlocal time
        amounts[name] = time - now
        time = now

    put_right("embedding", 64 * met / 1979e12)
    put_right("attention", time + 32 * 4 * 8192 * heads / 1979e12)
    put_right("peak", time * 2)
    put_right("weights", max(time, met * 2 / H100["bandwidth"]))
    put_right("cache", step_seconds(32, 8192, LLAMA3_8B, H100))
    return amounts | {"corrected": time}
