"""The CPC for Python programs: run_program, names of variables, the context manager, notebooks."""

import doctest

import pytest

import cpc.outcome
from basic.errors import BasicError
from cpc import CPC, notebook, run_program
from cpc.disc.dsk import blank

PNG = b"\x89PNG\r\n\x1a\n"


def test_the_example_of_its_docstring():
    assert doctest.testmod(cpc.outcome).failed == 0
    assert doctest.testmod(cpc.outcome).attempted == 4


def test_what_came_of_a_program():
    result = run_program('10 PRINT "hello "\n20 PRINT 1/3:b%=5\n', model="6128")
    assert result.output == "hello \n 0.333333333 " and result.lines == ["hello", " 0.333333333"]
    assert (result.ended, result.error, result.cpc.model) == (True, None, "6128")
    assert 0 < result.seconds < 1
    assert result.screen[-1] == "" and "hello" in result.screen
    assert result._repr_png_().startswith(PNG)


def test_an_error_and_what_wants_more():
    result = run_program("10 PRINT 1\n20 NEXT\n")
    assert result.error == (1, "Unexpected NEXT", 20) and result.ended
    asks = run_program("10 INPUT a\n", input="")
    assert not asks.ended and asks.error is None
    endless = run_program("10 GOTO 10\n", seconds=2)
    assert not endless.ended and endless.seconds == pytest.approx(2, abs=0.1)
    assert run_program("10 REM\n").lines == []
    with pytest.raises(BasicError):
        run_program("no number\n")
    with pytest.raises(ValueError, match="model"):
        run_program("10 REM\n", model="8128")


def test_the_variables_that_there_are():
    variables = run_program('10 DEFINT i:i=1:i!=2:a$="x":n%=3:DIM x(3),t$(1,2):r=1.5\n').cpc.variables
    assert sorted(variables) == ["a$", "i", "i!", "n%", "r", "t$()", "x()"]
    assert {name: variables[name] for name in variables if not name.endswith("()")} == {
        "i": 1, "i!": 2.0, "a$": "x", "n%": 3, "r": 1.5}
    assert "i" in variables and "I%" in variables and "z" not in variables and 5 not in variables
    assert "x()" in variables and "x(3)" in variables and "x(4)" not in variables and "x(1,1)" not in variables
    assert variables.get("z") is None and variables.get("z", 7) == 7 and variables.get("n%") == 3
    assert variables["z"] == 0 and "z" not in variables         # as in BASIC; to look makes nothing
    for name in ("", "1a", "a b", "a$$", "x(", 5):
        with pytest.raises(KeyError, match="is not a variable"):
            variables[name]


def test_with_a_disc_it_lets_go_of_it(tmp_path):
    image = tmp_path / "a.dsk"
    image.write_bytes(blank())
    with CPC(disc=image) as machine:
        machine.type('10 PRINT 1\nSAVE "x"\n')
        machine.run_until_idle()
    machine.type("CAT\n")
    machine.run_until_idle(30)
    assert b"X" not in machine.printed.rpartition(b"CAT")[2]
    with CPC(disc=image) as again:
        again.type('LOAD "x"\nLIST\n')
        again.run_until_idle()
    assert b"10 PRINT 1" in again.printed


class Shell:
    def __init__(self):
        self.user_ns, self.magics = {}, {}

    def register_magic_function(self, function, kind, name):
        self.magics[kind, name] = function


def test_a_cell_as_a_program(capsys):
    shell = Shell()
    notebook.load_ipython_extension(shell)
    run = shell.magics["cell", "cpc"]
    assert run('--model 6128 --input "21\\n"', "10 INPUT a: PRINT a*2\n20 NEXT\n") is None
    assert capsys.readouterr().out == "?\n 42\nUnexpected NEXT in 20\n"
    assert shell.user_ns["cpc_result"].cpc.model == "6128"
    assert run("", "10 PLOT 0,0:DRAW 100,100\n") is shell.user_ns["cpc_result"]
    assert run("--picture", "10 REM\n") is not None
    capsys.readouterr()
    for line, cell in (("--model 1", "10 REM\n"), ("--nonsense", ""), ("", "no number\n"), ('"', "")):
        before = shell.user_ns["cpc_result"]
        assert run(line, cell) is None and shell.user_ns["cpc_result"] is before
        assert len(capsys.readouterr().out.splitlines()) == 1


def test_in_ipython():
    testing = pytest.importorskip("IPython.testing.globalipapp")
    shell = testing.start_ipython() or testing.get_ipython()
    shell.run_line_magic("load_ext", "cpc.notebook")
    shell.run_cell_magic("cpc", "", "10 a=5\n")
    assert shell.user_ns["cpc_result"].cpc.variables["a"] == 5
