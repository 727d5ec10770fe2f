"""The debugger: it stops a program, looks into it, changes it and takes it back in time. It draws nothing.

`basic.debug.debugger.Debugger` is its public interface; `basic.debug.views` gives what there is to see as plain data.
Faces (console, panel, adapter for editors) use these two and do not look into the executor.

It promises:
- a program runs under the debugger as it does without: same results, same screens, same random numbers, same time;
- a program that nothing stops runs at its usual speed: breakpoints and watches cost something only where they are;
- any statement since the debugger began can be reached again, and going forward from there gives the same run;
- a command that cannot be done raises CommandError with a sentence, and changes nothing;
- a question about the past changes nothing, and answers the same whether the program ran with a debugger's traps or not;
- no command loses the past, whatever goes wrong on its way.

Modules: `movement` goes forward, `travel` goes back, `history` keeps the past in `copies`, `standing` tells the steps of one
microsecond apart, `stepper` does statements one by one, `past` asks questions about the past, `probes` look while it is run
again for an answer, `breakpoints` has what stops a program, `traps` what they put into its steps, `error_stops` the errors
that stop it, `edits` what a person changes, `expressions` what a person asks for, `heat_map` where the time goes, `views` what
can be seen, `sentences` what is said, with what was filled in, so that a face can say it in another language.

A question about the past (`debugger.past.log`, `changes`, `last_change`, ...) runs the past again at full speed, gives what was
noted as plain data (`Noted`: when, where, which values), and leaves the program where it stood. A face hands in a `progress`,
which is told the part that is done and may end the question. `debugger.go_to(noted)` goes to a moment that was found.

It may import all of basic, and nothing else. The executor knows it only as an observer (and as a heat map that counts).
It does not know screens, keys, files or protocols: these are the faces' (cpc.debugger, cpc.window).
"""
