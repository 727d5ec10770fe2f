"""The `cpc` command, as a shell starts it."""

import os
import signal
import subprocess
import sys
import threading
import time
import wave
from pathlib import Path

import pytest

from cpc import CPC
from cpc.commands import bench, bench_growth
from tests.places import PATIENCE, REPO

ROOT = REPO


@pytest.fixture
def cpc(tmp_path):
    def run(*arguments, status=0, stdin=None):
        environment = os.environ | {"PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(tmp_path / "data")}
        done = subprocess.run([sys.executable, "-m", "cpc", *map(str, arguments)], cwd=tmp_path, env=environment,
                              capture_output=True, encoding="utf-8", timeout=PATIENCE, input=stdin)
        assert done.returncode == status, done.stderr
        assert "Traceback" not in done.stderr
        return done.stderr if status else done.stdout
    return run


@pytest.fixture
def program(tmp_path):
    def write(text, name="program.bas"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path
    return write


def test_headless_prints_what_the_program_prints(cpc, program):
    path = program('10 INPUT a:PEN 2:LOCATE 5,20:PRINT "Size"; a^2;CHR$(228);CHR$(7)\n')
    assert cpc("run", path, "--headless", "--type", r"12\n") == "?\nSize 144 ♥\n"


def test_the_text_screen_and_a_screenshot(cpc, program, tmp_path):
    path = program("10 MODE 2:PRINT 1/3:PLOT 100,100\n")
    assert cpc("run", path, "--headless", "--text", "--screenshot", "a.png") == " 0.333333333\nReady\n"
    expected = CPC()
    expected.load(path)
    expected.type("RUN\n")
    expected.run_until_idle()
    expected.png(tmp_path / "b.png")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_an_error_is_status_1(cpc, program):
    assert cpc("run", program("10 PRINT 1\n20 GOTO 99\n"), "--headless", status=1) == "Line does not exist in 20\n"
    assert cpc("run", program("10 ON ERROR GOTO 30\n20 GOTO 99\n30 END\n"), "--headless") == ""
    assert cpc("run", "--headless", "--type", r"NEXT\nPRINT 1\n", status=1) == "Unexpected NEXT\n"


def test_models_and_options(cpc, program):
    path = program("10 PRINT DERR:PRINT FRE(0)>1E6\n")
    assert cpc("run", path, "--headless", "--model", "6128", "--memory", "large").split() == ["0", "-1"]
    boot = cpc("run", "--headless", "--text", "--brand", "amstrad", "--model", "6128")
    assert boot.splitlines()[1:4] == [" Amstrad 128K Microcomputer  (v3)", "",
                                      " ©1985 Amstrad Consumer Electronics plc"]


def test_until_seconds_and_sound(cpc, program, tmp_path):
    path = program("10 SOUND 1,100:GOTO 10\n")
    cpc("run", path, "--headless", "--until", "2", "--wav", "a.wav")
    with wave.open(str(tmp_path / "a.wav")) as sound:
        assert abs(sound.getnframes() / sound.getframerate() - 2) < 0.1
        assert any(sound.readframes(44100))


def test_merge_drive_and_printer(cpc, program, tmp_path):
    first = program("10 PRINT 1\n20 PRINT 2\n", "one.bas")
    second = program('20 PRINT "two":PRINT #8,"paper"\n30 OPENOUT "x":PRINT #9,3:CLOSEOUT\n', "two.bas")
    disc = tmp_path / "disc"
    disc.mkdir()
    assert cpc("run", first, "--merge", second, "--headless", "--drive", disc, "--printer", "paper.txt") == " 1\ntwo\n"
    assert (tmp_path / "paper.txt").read_bytes() == b"\r\npaper\r\n"      # the first text begins in a new row in BASIC 1.0
    assert [path.name.lower() for path in disc.iterdir()] == ["x"]


def test_the_drive_is_the_folder_of_the_program(cpc, program, tmp_path):
    folder = tmp_path / "disc"
    folder.mkdir()
    program('10 PRINT "other"\n', "disc/other.bas")
    assert cpc("run", program('10 RUN "other"\n', "disc/first.bas"), "--headless") == "other\n"


def test_there_and_back(cpc, program, tmp_path):
    path = program('10 REM π\n20 PRINT "x^2 = ";2^2\n')
    assert "2 lines as basic" in cpc("convert", path, "a.bas")
    assert (tmp_path / "a.bas").read_bytes()[18] == 0
    assert cpc("list", "a.bas") == path.read_text(encoding="utf-8")
    cpc("convert", "a.bas", "p.bas", "--to", "protected")
    cpc("convert", "p.bas", "b.txt")
    assert (tmp_path / "b.txt").read_text(encoding="utf-8") == path.read_text(encoding="utf-8")
    cpc("convert", "b.txt", "c.bas", "--to", "ascii")
    assert (tmp_path / "c.bas").read_bytes().endswith(b"2^2\r\n\x1a")
    assert cpc("run", "p.bas", "--headless") == "x^2 =  4\n"


def test_the_bench_counts_the_seconds_between_begin_and_end(monkeypatch):
    times = iter((10.0, 12.5))
    monkeypatch.setattr("cpc.commands.bench.process_time", lambda: next(times))
    assert bench.run_seconds("10 PRINT 1") == 2.5


def test_help(cpc, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert cpc("help", "border", "--language", "en") == "BORDER colour [, second colour]: of the picture's border\n"
    assert cpc("help", "border", "--language", "de") == "BORDER Farbe [, zweite Farbe]: der Rand des Bildes\n"
    assert cpc("help", "on", "error") .splitlines()[0].startswith("ON ERROR GOTO")
    words = cpc("help").partition("what one does):\n\n")[2]
    assert "INKEY$" in words.split() and 60 < max(map(len, words.splitlines())) <= 80
    assert cpc("help", "prnt", status=2) == "cpc: PRNT is not a word of BASIC. Did you mean PRINT?\n"
    assert cpc("--help").startswith("usage: cpc")
    assert cpc("--version").startswith("cpc ")


@pytest.mark.parametrize("name", ["files", ROOT / "examples" / "files.bas"])
def test_what_an_example_writes_goes_to_the_current_folder(cpc, tmp_path, name):
    cpc("run", name, "--headless", "--type", r"Ada,10,12\n\n")
    assert (tmp_path / "BIRTHDAY").exists() and not (ROOT / "examples" / "BIRTHDAY").exists()


def test_examples_by_name(cpc):
    names = [line.split()[0] for line in cpc("run", "--examples").splitlines()[:-2]]
    assert names == sorted(path.stem for path in (ROOT / "examples").glob("*.bas"))
    maze = (ROOT / "examples" / "maze.bas").read_text(encoding="utf-8")
    assert cpc("list", "maze").split() == maze.split()
    assert cpc("convert", "maze", "m.bas") == f"m.bas: {len(maze.splitlines())} lines as basic\n"
    assert cpc("lint", "maze").endswith("maze.bas: no mistakes found\n")
    assert cpc("lint", "maze", "--fix", status=2) == "cpc: There is no file maze.\n"
    assert cpc("run", "nowhere", status=2).endswith(f"the examples are: {', '.join(names)}.\n")


def test_the_list_of_examples_is_in_the_persons_language(cpc, monkeypatch):
    def listed(tongue):
        monkeypatch.setenv("LANGUAGE", tongue)
        *rows, _, last = cpc("run", "--examples").splitlines()
        return dict(row.split(maxsplit=1) for row in rows), last
    english, german = listed("en"), listed("de_DE")
    assert english[1] == "To run one: cpc run NAME" and german[1] == "Eins starten: cpc run NAME"
    assert english[0].keys() == german[0].keys()
    assert all(what != german[0][name] for name, what in english[0].items())
    assert english[0]["himstahn"].startswith("chess, ") and german[0]["himstahn"].startswith("Schach ")


@pytest.mark.parametrize("arguments, sentence", [
    (["foo"], "There is no command, file or example 'foo'."),
    (["run", "nothere.bas", "--headless"], "There is no file nothere.bas, and no example or listing of that name"),
    (["run", ".", "--headless"], ". is a folder; a program is a file."),
    (["run", "--headless", "--terminal"], "--headless and --terminal exclude each other."),
    (["run", "--headless", "--drive", "nowhere"], "--drive nowhere is not a folder."),
    (["run", "--headless", "--screenshot", "no/a.png"], "There is no folder no for a.png."),
    (["run", "--headless", "--type", "ж"], "--type has characters that the CPC does not have: ж"),
    (["run", "--until", "nan"], "it is a number of seconds from 0"),
    (["run", "--headless", "--wav", "."], ".: Is a directory."),
    (["check", "maze", "--pictures", "/dev/null/x"], "/dev/null/x cannot be made: Not a directory."),
    (["run", "--speed", "0"], "A speed is real, auto, max or a number"),
    (["list", "nothere.bas"], "There is no file nothere.bas."),
    (["list", "."], ". is a folder; a program is a file."),
    (["bench", "nothere"], "No row begins with nothere."),
    (["bench", "--runs", "0"], "it is a number from 1, not '0'"),
    (["bench", "--against", "."], ".: Is a directory."),
    (["bench", "--against", __file__], "has no figures of a bench in it."),
])
def test_faults_are_one_sentence(cpc, arguments, sentence):
    assert sentence in cpc(*arguments, status=2)


@pytest.mark.parametrize("text, sentence", [
    ("10 CLS\n\nPRINT 1\n", "Direct command found in row 3 of the file: a program's line begins with a number"),
    ("10 CLS\n20 REM" + 255 * "x", "Line too long in row 2 of the file"),
    ("\n\n", "there is no line of a program in it."),
    ("10 PRINT \"ж\"\n", "Line 1 of the file has a 'ж'"),
])
def test_files_that_are_no_programs(cpc, program, text, sentence):
    path = program(text)
    assert cpc("run", path, "--headless", status=2).startswith(f"cpc: {path}: {sentence}")


def outside(tmp_path, arguments, **options):
    environment = os.environ | {"PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(tmp_path / "data")} | options.pop("env", {})
    return subprocess.run([sys.executable, "-m", "cpc", *arguments], cwd=tmp_path, env=environment, timeout=PATIENCE,
                          stderr=subprocess.PIPE, **options)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_where_nothing_can_be_written(program, tmp_path):
    path = program("10 PRINT 1\n")
    with open("/dev/full", "w") as full:
        done = outside(tmp_path, ["list", path.name], stdout=full)
    assert (done.returncode, done.stderr) == (2, b"cpc: The output cannot be written: No space left on device.\n")
    done = outside(tmp_path, ["run", path.name, "--headless", "--printer", "/dev/full", "--type", r"PRINT #8\nPRINT 2\n"],
                   stdout=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.split()[-9:] == b"Printer: No space left on device Break Ready 2".split()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of its own kind")
def test_without_an_output(program, tmp_path):
    program("10 PRINT 1\n")
    command = f"'{sys.executable}' -m cpc list program.bas"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    for redirection in (">&-", "| true"):
        done = subprocess.run(f"{command} {redirection}", shell=True, cwd=tmp_path, env=environment, capture_output=True,
                              timeout=PATIENCE)
        assert (done.returncode, done.stderr) == (0, b"")


def test_what_goes_into_a_file_is_utf_8(program, tmp_path):
    program("10 PRINT \"♥\"\n")
    done = outside(tmp_path, ["list", "program.bas"], stdout=subprocess.PIPE, env={"PYTHONIOENCODING": "cp1252"})
    assert done.stdout.decode("utf-8").splitlines() == ['10 PRINT "♥"']


@pytest.mark.skipif(sys.platform == "win32", reason="pipes with names")
def test_a_program_from_a_pipe(program, tmp_path):
    text = program("10 PRINT 1\n").read_bytes()
    for arguments, printed in (["list", "/dev/stdin"], text), (["run", "/dev/stdin", "--headless"], b" 1\n"):
        assert outside(tmp_path, arguments, input=text, stdout=subprocess.PIPE).stdout == printed


@pytest.fixture
def foreground():
    """Programs started here obey SIGINT, as in a terminal. What a script starts in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_in_good_order(program, tmp_path, number, foreground):
    program("10 PRINT \"begun\":SOUND 1,100,100\n20 GOTO 20\n")
    running = subprocess.Popen([sys.executable, "-m", "cpc", "run", "program.bas", "--headless", "--until", "1e6",
                                "--wav", "a.wav"], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)},
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    end = time.monotonic() + PATIENCE
    try:
        while not any(path.stat().st_size > 100_000 for path in tmp_path.glob(".*.$$$")):
            assert running.poll() is None and time.monotonic() < end, "no sound is written"
            time.sleep(0.01)
        running.send_signal(number)
        assert running.communicate(timeout=PATIENCE) == (b"begun\n", b"")
    finally:
        running.kill()
    assert running.returncode == 128 + number
    with wave.open(str(tmp_path / "a.wav")) as sound:
        assert sound.getnframes() > 20_000
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.wav", "program.bas"]


def test_what_import_costs():
    code = "import sys, cpc; print([name for name in ('pygame', 'lark', 'basic', 'argparse') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE)
    assert done.stdout == "[]\n"
    code = "import sys; from cpc.commands.cli import main; main(['run', '--headless']); print('pygame' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE)
    assert done.stdout == "False\n"


@pytest.mark.parametrize("arguments, told", [
    (["debug", "--terminal", "program.bas"], "The program stands before its first line"),
    (["typein", "tictactoe"], "/help lists the commands"),
])
def test_a_closed_standard_input_is_an_empty_one(program, tmp_path, arguments, told):
    program("10 PRINT 1\n")
    shell = 'exec "$0" -m cpc "$@" <&-'
    environment = os.environ | {"PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(tmp_path / "data")}
    done = subprocess.run(["sh", "-c", shell, sys.executable, *arguments], cwd=tmp_path, env=environment,
                          capture_output=True, encoding="utf-8", timeout=PATIENCE)
    assert told in done.stdout and done.stderr == ""


def test_help_for_an_empty_word_is_help_for_all(cpc):
    assert cpc("help", "") == cpc("help")


@pytest.mark.parametrize("arguments", [
    ["typein", "tictactoe", "--from", "/dev/zero"], ["typein", "/dev/zero.toml"],
    ["debug", "program.bas", "--commands", "/dev/zero"], ["check", "endless.toml"], ["typein", "endless.toml"],
    ["run", "/dev/zero", "--headless"], ["lint", "/dev/zero"], ["list", "/dev/zero"],
])
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
def test_a_file_without_an_end_gets_one_sentence(cpc, program, tmp_path, arguments):
    program("10 PRINT 1\n")
    (tmp_path / "endless.toml").symlink_to("/dev/zero")
    assert cpc(*arguments, status=2).count("\n") == 1


def test_a_title_that_is_no_text_gets_one_sentence(cpc, program):
    path = program("10 PRINT 1\n")
    assert cpc("manifest", path, "--title", "a\udcff", status=2) == "cpc: --title has bytes that are not UTF-8.\n"


def test_what_killed_runs_have_left_in_the_drive_is_swept_at_the_next_start(cpc, program, tmp_path):
    program("10 PRINT 1\n")
    old, young, other = ".0123456789ab.$$$", ".ba9876543210.$$$", ".mine.$$$"
    for name in (old, young, other):
        (tmp_path / name).write_text("")
    for name in (old, other):
        os.utime(tmp_path / name, (0, 0))
    cpc("run", "program.bas", "--headless")
    assert {name for name in (old, young, other) if (tmp_path / name).exists()} == {young, other}


# headless: when it is over, what answers it, what it says

WAITS = {"INKEY$": '10 PRINT "key?"\n20 IF INKEY$="" THEN 20\n30 PRINT "got it"\n',
         "counts meanwhile": '10 PRINT "key?"\n20 a$=INKEY$:n=n+1:IF a$="" THEN 20\n30 PRINT "got it"\n',
         "INKEY": '10 PRINT "key?"\n20 IF INKEY(47)<0 AND INKEY(18)<0 THEN 20\n30 PRINT "got it"\n'}


@pytest.mark.parametrize("text", WAITS.values(), ids=WAITS)
def test_a_program_that_only_asks_for_keys_waits(cpc, program, text):
    assert cpc("run", program(text), "--headless", stdin="") == "key?\n"


def test_a_program_that_computes_while_it_asks_for_keys_goes_on(cpc, program):
    text = ("10 DIM a(100)\n20 WHILE i<100 AND INKEY$=\"\":i=i+1:FOR j=1 TO 150:a(i)=a(i)+j:NEXT:WEND\n30 PRINT a(100)\n")
    assert cpc("run", program(text), "--headless", stdin="") == " 11325\n"


def test_lines_from_a_pipe_answer_the_program(cpc, program):
    text = '10 INPUT "name";n$:INPUT a,b:PRINT "hello ";n$;a*b\n20 k$=INKEY$:IF k$="" THEN 20\n30 PRINT "key ";k$\n40 INPUT z\n'
    assert cpc("run", program(text), "--headless", stdin="Ada\n6,7\ny\n").splitlines() == [
        "name?", "?", "hello Ada 42", "key y", "?"]
    assert cpc("run", program("10 PRINT 1\n"), "--headless", stdin="PRINT 2\n") == " 1\n"     # not at the prompt


def test_a_listing_from_standard_input(cpc):
    assert cpc("run", "-", "--headless", stdin='10 PRINT "from a pipe"\n') == "from a pipe\n"
    assert "no line of a program" in cpc("run", "-", "--headless", stdin="", status=2)


def test_output_appears_as_it_is_printed(program, tmp_path):
    path = program('10 PRINT "first"\n20 GOTO 20\n')
    process = subprocess.Popen([sys.executable, "-m", "cpc", "run", str(path), "--headless"], stdout=subprocess.PIPE, text=True,
                               cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdin=subprocess.DEVNULL)
    guard = threading.Timer(PATIENCE, process.kill)
    guard.start()
    assert process.stdout.readline() == "first\n"
    assert process.poll() is None                   # it runs on
    process.kill()
    process.communicate()
    guard.cancel()


def test_empty_lines_and_ready_at_the_ends_are_left_out(cpc, program):
    text = '10 PRINT:PRINT:PRINT "a":PRINT:PRINT "Ready":PRINT "b  "\n20 PRINT CHR$(31);CHR$(10);CHR$(10);"c":PRINT:PRINT\n'
    assert cpc("run", program(text), "--headless") == "a\n\nReady\nb\nc\n"


def test_memory_full_names_the_option(cpc, program):
    path = program("10 DIM a(5000),b(5000)\n")
    assert "--memory large" in cpc("run", path, "--headless", status=1)
    assert cpc("run", path, "--headless", "--memory", "large") == ""
    path = program("".join(f"{n} REM {'x' * 240}\n" for n in range(1, 250)))
    assert "--memory large" in cpc("run", path, "--headless", status=2)


def test_a_program_needs_no_run_before_it(cpc, program):
    path = program("10 PRINT 5\n")
    assert cpc(path, "--headless") == cpc("program", "--headless") == cpc("program.bas", "--headless") == " 5\n"
    assert "Ada" not in cpc("words", "--headless", "--until", "1")
    assert "command, file or example" in cpc("../maze", status=2)


def test_convert_writes_over_a_file_only_by_force(cpc, program, tmp_path):
    path = program("10 PRINT 5\n")
    (tmp_path / "out.txt").write_text("mine")
    assert cpc("convert", path, "out.txt", status=2) == "cpc: out.txt is there already; --force writes over it.\n"
    assert (tmp_path / "out.txt").read_text() == "mine"
    assert "1 line as text" in cpc("convert", path, "out.txt", "--force")
    assert (tmp_path / "out.txt").read_text() == "10 PRINT 5\n"


def test_characters_of_today_become_the_nearest(cpc, program):
    assert cpc("run", program("10 PRINT \"x\u00b2\u00b3 \u2014 \u2011 \u2019\u2018\"\n"), "--headless") == "x23 - - ''\n"


@pytest.mark.parametrize(("figure", "text"), [(1.35834e-09, "0"), (1234567.8, "1,234,568"), (0.0001234, "0.0001234"),
                                              (0.00001234, "0.000012"),
                                              (12.3456789, "12.3457"), (0, "0"), (1234.5, "1,234.5")])
def test_figures_of_the_bench_have_no_exponents(figure, text):
    assert bench.shown(figure) == text


def test_the_bench_says_which_tier_ran_and_how_programs_grow():
    rows = bench.measured(1, wanted=("primes",))
    assert rows["primes"].keys() == {"seconds", "first_run", "as_text", "as_machine_code"}
    assert rows["primes"]["as_text"] + rows["primes"]["as_machine_code"] >= 1
    assert all(figure >= 0 for figure in bench_growth.measured(4, 10))
