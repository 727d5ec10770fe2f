"""The debugger for editors: the Debug Adapter Protocol over standard input and output, or over a port of this computer.

It promises: every request gets an answer, with a sentence where it cannot be done; a request that makes no sense, and a
fault of the debugger, end neither the adapter nor the program. Only programs on this computer are let in.

Modules: `wire` carries messages, `arguments` checks what requests bring, `editor` is the editor at the other end, `adapter`
serves it; `movement`, `breakpoints` and `views` answer the requests of each kind (their method on_X answers the request X);
`source` and `variables` say what lines and values are called there, `program` which program is debugged, `server` listens.

It may import basic.debug, the console's commands, cpc.api, cpc.machine, cpc.charset and cpc.keys. It does not load programs
(a `program.Loader` is handed in), does not draw, and does not look into the executor.
"""
