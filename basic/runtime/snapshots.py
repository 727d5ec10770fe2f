"""A moment of the executor as plain data, and back to it."""

from copy import deepcopy

from basic.runtime.control import FIRST_LINE, READY, WHILE_SIZE, Frame


class Snapshots:
    """The executor's snapshots."""

    def snapshot(self) -> dict:
        """Where it is, in places that survive a new compilation."""
        stack = [(frame.size, self._key_place(frame.key), self.where[frame.pc], frame.slot, frame.limit, frame.step,
                  frame.sign, self.where[frame.opener]) for frame in self.stack]
        fixed = self.pc if self.pc < FIRST_LINE else None
        return {"at": (fixed, self.where[self.pc]), "direct": self.direct[0] if self.direct else None, "stack": stack,
                "attend": self._place_of_old(self.attend_pc), "waiting": self.waiting,
                "reached": [self.where[pc] for pc in self.reached], "literals": dict(self.variables.literals),
                "functions": dict(self.functions), "angles": self.degrees, "trace": self.trace,
                "errors": (self.on_error, self.in_handler, self.err, self.derr, self.error_at, self.erl, self.continue_at),
                "data": self.data_at, "underway": deepcopy(self.underway), "random": self.random.seed,
                "events": self.events.snapshot(), "output": self.output.snapshot(),
                "paused": getattr(self, "paused_pc", None) and self._place_of_old(self.paused_pc)}

    def _place_of_old(self, pc: int) -> tuple:
        """READY's where the program is gone that it was in."""
        return self.where[pc] if pc < len(self.where) else self.where[READY]

    def _key_place(self, key):
        """A FOR's or WHILE's end as a place in the program; what else a key may be stays."""
        if isinstance(key, tuple) and isinstance(key[0], int):
            return ("ends", self.where[key[0]], key[1:])
        return key

    def _reach(self, places: list[tuple]) -> None:
        """These statements and no others have been reached, which takes longer the first time."""
        wanted = {self.pc_of(*place) for place in places}
        gone, fusing = self.reached - wanted, self.jit.on
        if gone:
            self.use_units(False)
        for pc in gone:
            line, at = self.where[pc]
            if line is None and (self.direct is None or pc not in self.direct[2]):
                continue            # of a direct line that is gone
            found, pcs = self.layout(line) if line is not None else self.direct[1:]
            self.cost[pc] = 0
            self.code[pc] = self._statement_stub(line, at, found, pcs)
            for known in (self.jit.nodes, self.nexts, self.whiles):
                known.pop(pc, None)
        for pc in wanted - self.reached:
            self.compile_at(pc)
        self.reached.clear()
        self.reached.update(wanted)
        if gone:
            self.use_units(fusing)

    def restore(self, state: dict, stale: bool = True) -> None:
        """`stale`: names mean something else now, so that the steps must be made again."""
        if stale or self.trace != state["trace"] or self.built != self.program.version:
            self.trace = state["trace"]
            self.rebuild()
        self.variables.literals.update(state["literals"])
        if state["direct"] is None:
            self.forget_direct()
        elif self.direct is None or self.direct[0] != state["direct"]:
            self.lay_out_direct(state["direct"])
        self.waiting = state["waiting"]
        self._reach(state["reached"])
        fixed, place = state["at"]
        self.pc = fixed if fixed is not None else self.pc_of(*place)
        self.clear_stack()
        for size, key, place, slot, limit, step, sign, opener in state["stack"]:
            if isinstance(key, tuple) and key[0] == "ends":
                key = self.end_key(self.pc_of(*key[1]), *key[2])
            frame = Frame(size, key, self.pc_of(*place), slot, limit, step, sign, None, self.pc_of(*opener))
            if size == WHILE_SIZE:
                if frame.opener not in self.whiles:
                    self.compile_at(frame.opener)
                frame.condition = self.whiles[frame.opener]
            self.push(frame)
        self.functions.clear()
        self.functions.update(state["functions"])
        self.degrees = state["angles"]
        (self.on_error, self.in_handler, self.err, self.derr, self.error_at, self.erl, self.continue_at) = state["errors"]
        self.data_at = state["data"]
        self.underway.clear()
        self.underway.update(deepcopy(state["underway"]))
        self.random.seed = state["random"]
        self.events.restore(state["events"])
        self.output.restore(state["output"])
        self.attend_pc = self.pc_of(*state["attend"])
        if state["paused"]:
            self.paused_pc = self.pc_of(*state["paused"])
