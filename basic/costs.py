"""What the parts of a statement cost on a real CPC 464, in microseconds, as measured."""

from basic.operators import INTEGER, NUMBER, REAL, STRING


class Costs:
    statement = 90
    constant = 60
    string_constant = 120
    variable = {INTEGER: 110, REAL: 130, STRING: 110, NUMBER: 120}
    element = {INTEGER: 400, REAL: 430, STRING: 420}
    subscript = 180
    negation = 60
    user_call = 900
    print_item = 600
    let = {INTEGER: 150, REAL: 250, STRING: 400}
    read = 1500
    for_start = 700
    next = 600
    functions = {"SIN": 15000, "COS": 15500, "TAN": 30000, "ATN": 13000, "SQR": 27000, "EXP": 14000, "LOG": 14000,
                 "LOG10": 15000}

    def operator(self, token: int, left, right) -> int:
        real = REAL in (left.kind, right.kind)
        if token in (0xF7,):
            return 1500
        if token == 0xF8:
            return 25000
        if token == 0xF6:
            return 1100 if real else 300
        if token in (0xFB, 0xF9):
            return 450
        return 350 if real else 180

    def function(self, name: str) -> int:
        return self.functions.get(name, 200)


COSTS = Costs()
