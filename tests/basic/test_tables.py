"""The parser's tables in the cache folder: they are data, and damage to them is mended."""

import pickle
import pickletools
import shutil
from pathlib import Path

import pytest

from basic.syntax import grammar, tables
from basic.syntax.grammar import Reader
from basic.syntax.lexer import Token
from basic.syntax.statement import PARTS, STATEMENTS
from basic.syntax.tree_builder import makers
from tests.places import EVERYTHING


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    grammar._tables.cache_clear()
    yield tmp_path / "cpc-listings"
    grammar._tables.cache_clear()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The file of the tables: to make them takes most of a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        grammar._tables.cache_clear()
        read()
        return grammar.kept_tables()


@pytest.fixture
def kept(folder, whole):
    """The file of the tables, in a folder of its own. Only this file is copied: units are kept beside it meanwhile."""
    folder.mkdir(exist_ok=True)
    return Path(shutil.copy2(whole, folder))


def read() -> object:
    reader = Reader([Token("_BORDER"), Token("NUMBER", 3)])
    return reader.choices(), reader.end()


def loaded() -> object:
    return tables.loaded(grammar.kept_tables(), makers(STATEMENTS + PARTS))


def test_kept_tables_read_the_same(folder):
    assert loaded() is None
    first = read()
    file = grammar.kept_tables()
    written = file.stat().st_mtime_ns
    grammar._tables.cache_clear()
    assert read() == first
    assert loaded() is not None and file.stat().st_mtime_ns == written      # they were read, not made again


MENDED = b"", b"\xff\xfe"            # these are made anew in each run of the tests, all of them with CPC_TEST_ALL=1


@pytest.mark.parametrize("damage", [b"", b"{", b"[1,2]", b"[]", b"\xff\xfe", b"[{},{}]",
                                    b'{"rows":[{"NAME":9999}],"actions":[0],"gotos":[0],"rules":[],"start":0,"end":0}',
                                    b'{"rows":[],"actions":[],"gotos":[],"rules":[[1,"x","exit",false,true,[]]],"start":0,"end":0}'])
def test_damaged_tables_are_made_anew(kept, damage):
    first = read()
    kept.write_bytes(damage)
    assert loaded() is None
    if EVERYTHING or damage in MENDED:
        grammar._tables.cache_clear()
        assert read() == first
        assert loaded() is not None


def test_a_file_that_would_run_code_does_not(folder, kept):
    class Harm:
        def __reduce__(self):
            return (folder / "harm").mkdir, ()
    harm = pickle.dumps(Harm(), protocol=0)
    assert any(code.name == "REDUCE" for code, _, _ in pickletools.genops(harm))
    kept.write_bytes(harm)
    grammar._tables.cache_clear()
    read()
    assert not (folder / "harm").exists()
