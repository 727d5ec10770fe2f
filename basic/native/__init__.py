"""Machine code by way of WebAssembly: what runs as Python also runs as machine code, where there is an engine for it.

    encoder         bytes of a WebAssembly module, its opcodes a table
    translator      a strict, typed subset of Python, translated from its `ast`; expressions and calls have parts of it
    integers        what operators of Python's ints become
    signatures      names and types of a function of the subset
    functions       what is known of a translated function
    library         the functions of the runtime that are translated: reals, their functions, strings, dots and lines
    memory          how the one linear memory is divided

Promises: a translated function gives the same bits as the Python function of the same name, which stays the reference. Where it
would raise an error, it gives NaN, which no real is; whoever called it has Python do the work again, which raises the error.

May import basic.values, basic.cache_files and the standard library. The engine that compiles and runs the bytes is handed in
(basic.ports); this package does not know which one it is, and all works without one.
"""
