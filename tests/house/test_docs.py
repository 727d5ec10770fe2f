"""What the README says is true: its Python examples run, its commands are the ones there are."""

import argparse
import doctest
import re
import shlex
import textwrap

import pytest

import cpc.api
from tests.places import REPO

ROOT = REPO
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_examples_in_the_readme():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried and not failed


def test_examples_in_docstrings():
    failed, tried = doctest.testmod(cpc.api)
    assert tried and not failed


def commands() -> list[str]:
    """The `cpc ...` lines of the README, without what is said of them."""
    found = re.findall(r"^    (cpc [^\n]*?)(?:   +[^\n]*)?$", README, re.MULTILINE)
    return sorted({command.split("   ")[0].split(";")[0] for command in found})


class Understood(Exception):
    pass


@pytest.mark.parametrize("command", commands())
def test_commands_are_understood(command, monkeypatch):
    """With all that stands behind its first word."""
    from cpc.commands import cli
    original = argparse.ArgumentParser.parse_args

    def parse_args(parser, *given, **named):
        original(parser, *given, **named)
        raise Understood
    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_args)
    monkeypatch.chdir(ROOT / "examples")
    words = shlex.split(command)[1:]
    with pytest.raises(Understood):
        cli.main(words)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} names {target}"


def test_the_statement_of_the_architecture_page_is_the_one_of_the_code():
    page = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    example = page[page.index("      @statement("):page.index("  Keyword table")]
    shown = re.sub(r" {2,}# .*$", "", textwrap.dedent(example).strip(), flags=re.MULTILINE)
    assert shown in (ROOT / "basic" / "statements" / "screen.py").read_text(encoding="utf-8")


def test_each_room_has_its_place_in_the_architecture():
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `([\w/]+)/` \|", text, re.MULTILINE))
    rooms = {path.parent.relative_to(ROOT).as_posix() for room in ("basic", "cpc", "listings")
             for path in (ROOT / room).glob("*/**/__init__.py")}
    assert rooms == named
