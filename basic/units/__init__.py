"""Units: stretches of a program that run often, each made into one function. They change nothing but the speed.

The way of a hot statement:

    jit             counts how often each step runs, and has a unit made where one runs often
    builder         gathers the statements that can be reached, each by its `emit`, as a flow graph (nodes) of operations
    operations      what a unit does, as data: values with their types; effects: what they change
    flow_graph      order, dominators and loops of the graph; shapes brings it into loops within loops
    unit_time       what the machine's clock has to show where
    exits           the places where a unit can be left, as data: what is to be written back, and where the program goes on
    python_text     prints all this as Python text (python_operations: the operations, python_unit: beginning and end)
    native_tier     says when a program gets machine code
    native_program  has units compiled that run on into each other, and the doors at which Python goes in
    native_group    has units printed that are compiled together
    native_state    what they share with Python: variables, control stack, clock, in the linear memory (native_texts: strings)
    native_unit     prints one as WebAssembly (native_edges: its beginning and end, native_stack: the control stack,
                    wasm_operations: the operations, by wasm_printer, wasm_numbers, wasm_truth, wasm_texts and wasm_effects)
    printed         what is known of a printed unit besides its instructions, as plain data
    kept_units      what has become of a program, for its next run in this process or in a later one
    workshop        the thread that compiles
    compiled_unit   a unit at work: what is done when it is left
    show            operations, exits and text for people to read

Promises: a unit runs only while nothing is due that the plain steps would attend to. If something goes wrong, it writes back
what has been done so far, and the plain step does the statement again. The plain steps are the reference; tests compare
both to the microsecond of the machine's clock.

May import basic.values, basic.native, basic.ports, basic.errors, basic.cache_files and basic.runtime.control; the executor and
its parts are handed in. It does not import statements or functions, which emit themselves, and does not decide what a statement
means.
"""
