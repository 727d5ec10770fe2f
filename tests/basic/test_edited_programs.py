"""What variables hold, PEEK shows, functions are and CONT does when the program is edited: the sessions were recorded from the
real machines."""

import pytest

from cpc import CPC

PEEKS = "FOR i=368 TO 420:PRINT HEX$(PEEK(i),2);:NEXT"
ARRAYS = ["10 DEFINT a-c:DIM a(3),b(2):a(1)=3", "20 b( 1)=a[2]:b=1", "RUN", PEEKS, "30 REM", PEEKS]
AS_RUN = (b"26000A008E20612D630193200B0000E12811292C"
          b"0B0000E2281029010B0700E1280F29EF11001C0014000B1800E228200F29EF0B07\r\nReady\r\n")
KINDS_ALONE = AS_RUN.replace(b"0B0700E1", b"0B0000E1").replace(b"0B1800E2", b"0B0000E2").replace(b"EF0B07", b"EF0B00")
SESSIONS = [
    ("464", ['10 a$="hello":b$="world"', "RUN", "5 REM x", "PRINT a$;b$", "c$=a$", "5", "PRINT a$;c$"],
     b'Ready\r\n\r\n\r\n\n\x00\x03\x05\x00"\x01\x03\x0c\x00\r\nReady\r\n\r\nReady\r\n\r\n\r\nhellohello\r\nReady\r\n'),
    ("464", ["10 DATA hello,world", "20 READ a$,b$", "RUN", "5 REM x", "PRINT a$;b$", "DELETE 10", "PRINT a$;b$"],
     b"Ready\r\n\r\n\r\nx\x00\x12\x00\n\x8c hel\r\nReady\r\n\r\nReady\r\n\r\nx\x00\x10\x00\x14\xc3 \x03\x05\x00\r\nReady\r\n"),
    ("464", ["10 REM some text here", '20 DIM a$(3):a$(2)="hello"', "RUN", "5 REM q", 'PRINT a$(2);FRE("")'],
     b"Ready\r\n\r\n\r\n\x07\x00\xe1(\x10 43453 \r\nReady\r\n"),
    ("464", ["10 REM some text here", '20 a$="hello"', "RUN", "DELETE 10", "PRINT a$"],
     b"Ready\r\n\r\nReady\r\n\r\nhello\r\nReady\r\n"),
    ("6128", ['10 a$="hello":b$="world"', "RUN", "5 REM x", "PRINT a$;b$"], b"Ready\r\n\r\n\r\nhelloworld\r\nReady\r\n"),
    ("464", ["10 DEF FNa(x)=x+1", "20 PRINT FNa(1)", "RUN", "30 REM", "GOTO 20", "PRINT FNa(1)", "GOTO 10", "PRINT FRE(0)",
             "5 REM", "GOTO 20"],
     b"2 \r\nReady\r\n\r\n\r\n 2 \r\nReady\r\n\r\nUnknown user function\r\nReady\r\n\r\n 2 \r\nReady\r\n\r\n 43475 \r\n"
     b"Ready\r\n\r\n\r\nSyntax error in 20\r\n"),
    ("6128", ["10 DEF FNa(x)=x+1", "20 PRINT FNa(1)", "RUN", "30 REM", "GOTO 20"],
     b"2 \r\nReady\r\n\r\n\r\nUnknown user function in 20\r\nReady\r\n"),
    ("464", ["1 E40", "RUN", "a=7:REM ", "CONT"], b"Syntax error in 1\r\n\r\nReady\r\n\r\nCannot CONTinue\r\nReady\r\n"),
    ("6128", ["10 ON ERROR GOTO 20:PRINT 1", "15 x y", "20 PRINT ERR;ERL:x y", "RUN", "1E40"],
     b"1 \r\n 2  15 \r\nSyntax error in 20\r\n\r\n 6  20 \r\nSyntax error in 20\r\n"),
    ("464", ARRAYS, b"Ready\r\n\r\n" + AS_RUN + b"\r\n\r\n" + AS_RUN),
    ("6128", ARRAYS, b"Ready\r\n\r\n" + AS_RUN + b"\r\n\r\n" + KINDS_ALONE),
]


@pytest.mark.parametrize("model, typed, printed", SESSIONS)
def test_an_edited_program(model, typed, printed):
    cpc = CPC(model=model, brand="amstrad")
    for line in typed:
        cpc.type(line + "\n")
        assert cpc.run_until_idle(60)
    assert cpc.printed.lstrip() == printed


def test_a_string_is_copied_once_whatever_was_restored_in_between():
    cpc = CPC(model="6128")
    cpc.type('10 a$="start"\nRUN\n')
    cpc.run_until_idle(10)
    in_program = cpc.snapshot()
    cpc.type("5 REM\n")
    cpc.run_until_idle(10)
    copied, used = cpc.snapshot(), cpc.session.variables.heap.bytes_used
    cpc.restore(in_program)
    cpc.restore(copied)
    cpc.type("6 REM\n")
    cpc.run_until_idle(10)
    assert cpc.session.variables.heap.bytes_used == used == len("start") + 2
