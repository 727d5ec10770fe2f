"""Functions of the library that remember their last results: a drawing asks for the sine of the same angles again and again.

The results are in a table in the memory. A function has the same place in it for the same argument; what else had that place is
forgotten.
"""

from collections.abc import Sequence

from basic.native import memory
from basic.native.encoder import Body

FACTOR = 0x9E3779B97F4A7C15 - (1 << 64)         # spreads the arguments over the table by the first bits of a product


def remembering(types: Sequence[str], called: int, which: int) -> Body:
    """The code of a function of a real, and maybe of a truth, that gives a real and a whole number. `called`: the number of the
    one that works them out; `which` tells it from others."""
    body = Body(types)
    bits, key, place, result, us = (body.local(type) for type in ("i64", "i64", "i32", "f64", "i64"))
    body.whole(2 * which + 2)
    if len(types) > 1:
        body.at("local.get", 1)
        body.put("i64.extend_u", "i64.add")
    body.at("local.tee", key)
    body.at("local.get", 0)
    body.put("i64.reinterpret")
    body.at("local.tee", bits)
    body.put("i64.xor")
    body.whole(FACTOR)
    body.put("i64.mul")
    body.whole(64 - memory.RESULTS_BITS)
    body.put("i64.shr")
    body.whole((1 << memory.RESULTS_BITS) - 1)
    body.put("i64.and")
    body.whole(5)                               # each takes 32 bytes
    body.put("i64.shl", "i32.wrap")
    body.at("local.tee", place)
    body.memory("i64.load", memory.RESULTS)
    body.at("local.get", bits)
    body.put("i64.xor")
    body.at("local.get", place)
    body.memory("i64.load", memory.RESULTS + 8)
    body.at("local.get", key)
    body.put("i64.xor", "i64.or", "i64.eqz")
    body.open("if")
    body.at("local.get", place)
    body.memory("f64.load", memory.RESULTS + 16)
    body.at("local.get", place)
    body.memory("i64.load", memory.RESULTS + 24)
    body.put("return", "end")
    for parameter in range(len(types)):
        body.at("local.get", parameter)
    body.at("call", called)
    body.at("local.set", us)
    body.at("local.set", result)
    for offset, (number, store) in enumerate(((bits, "i64"), (key, "i64"), (result, "f64"), (us, "i64"))):
        body.at("local.get", place)
        body.at("local.get", number)
        body.memory(f"{store}.store", memory.RESULTS + 8 * offset)
    body.at("local.get", result)
    body.at("local.get", us)
    return body
