"""A program, its variables, and what runs it.

    program, variables, data_pointer, top_of_memory     what there is: lines, values, where READ goes on, HIMEM
    memory_map                              the same as bytes, for PEEK, POKE and @
    parsed_lines, code_table, compiler, loops       the lines as statements, and as steps (targets, user_calls: parts of them;
                                            alike_statements: for several at a time; statement_time: what they take;
                                            reached: which the program has come to; line_trace: TRON)
    program_walk                            what it takes to walk through the whole program
    garbage                                 Python's garbage collection, out of the way
    control, control_stack                  what steps are, and where GOSUB, FOR and WHILE go back to
    runner                                  does the steps, and what comes between them
    events, error_state, waits, real_time   what interrupts, what goes wrong, what only waits
    input, output, clock                    the way in, the way out, the time
    hooks                                   what a debugger has put into the steps
    executor, snapshots                     the parts together, and all of it as plain data

Promises: a step does one statement and gives the pc of the next. `code`, `cost`, `where` and `frames` are changed in place
only, so that the loops and the units may hold them. After `CodeTable.rebuild` no pc from before means anything; what has to
outlive it is kept as (line's place, statement's place) or as a line's number.

May import basic.values, basic.source, basic.syntax, basic.timing, basic.units and basic.ports; of debug only types.
Each part is handed the parts that it needs. Does not know what a single statement means: that is the node's.
"""
