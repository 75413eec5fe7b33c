"""JSON.md lists the members of every object that --json prints, and no others."""

import json
import pathlib
import re
import tempfile
import unittest

import program

PAGE = pathlib.Path(__file__).parents[2] / "src" / "cli" / "JSON.md"

GROUPS = {"a board": "A board", "a run": "A run", "journals": "Journals",
          "a file": "A file", "a forecast": "A forecast"}


def members_of_page():
    """By command, or group that commands share: the kind of each member; and the groups by command."""
    sections, groups, title = {}, {}, None
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            title, _, shared = line[3:].partition(", with the members of ")
            title = title.strip("`")
            sections[title] = {}
            groups[title] = [GROUPS[name] for name in re.split(", | and ", shared) if shared]
        elif row := re.fullmatch(r"\| (`[^|]+`) \| ([^|]+) \|.*\|", line):
            names = row[1].replace("`", "").split(", ")
            parent = names[0].rpartition(".")[0]
            for name in names:
                sections[title][parent + name if name.startswith(".") else name] = row[2].strip()
    return sections, groups


def kind_of(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "number as a string" if re.fullmatch("[0-9]+", value) else "string"
    return "list" if isinstance(value, list) else "object"


def members_of(value, name=""):
    """Names such as "host.caches[].level" with their values."""
    if isinstance(value, dict):
        for key, member in value.items():
            full = f"{name}.{key}" if name else key
            yield full, member
            yield from members_of(member, full)
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                yield from members_of(item, name + "[]")


# Command lines whose objects together have every member that the page lists; {} is a folder of the
# test. Those in SETUP come first.
SETUP = ["count 9 --engine bitmask --depth 3 --journal {}/whole.nqj",
         "count 9 --engine bitmask --depth 3 --shard 1/3 --journal {}/part-1.nqj", "list 6 -o {}/list.txt",
         "solve 6 -o {}/six.txt", "list 5x6 -o {}/rectangles.txt"]
LINES = {
    "count": ["count 8 --check", "count 8 --symmetry --check", "count 5x8",
              "count 7 --variant torus", "count 8 --place 0:3 --fundamental", "count 4..6",
              "count 4..6 --dry-run", "count 20 --dry-run --shard 1/4",
              "count --dry-run --journal {}/part-1.nqj", "count 25 --time-limit 0.2",
              "count 9 --engine bitmask --depth 3 --shard 2/3 --journal {}/part-2.nqj"],
    "list": ["list 6", "list 5x6", "list 12 --time-limit 0.001", "list 6 --by steepest",
             "list 6 --variant torus"],
    "solve": ["solve 8", "solve 3", "solve 8 --place 0:3 --unique", "solve 4x6",
              "solve 8 --variant superqueens", "solve 1000 -o {}/q.txt"],
    "estimate": ["estimate 8", "estimate 20 --time 0.5", "estimate 5x8",
                 "estimate 5 --variant torus"],
    "puzzle": ["puzzle 6 --unique", "puzzle 3 --unique", "puzzle 5 --variant torus --given 1"],
    "tour": ["tour 5", "tour 3x3"],
    "merge": ["merge {}/whole.nqj --check -o {}/closed.nqj", "merge {}/part-1.nqj"],
    "audit": ["audit {}/whole.nqj", "audit {}/whole.nqj --dry-run"],
    "verify": ["verify {}/list.txt", "verify {}/six.txt --place 0:0",
               "verify {}/wrong.txt", "verify {}/wrong.txt --variant torus",
               "verify {}/rectangles.txt 5x6", "verify {}/wide.txt 2x6",
               "verify {}/two.txt"],
    "bench algorithms": ["bench algorithms 8 --runs 1",
                         "bench algorithms 500 --algorithm max-free --give-up 0.01 --runs 1"],
    "info": ["info"],
}
# Members that need what a quick test does not have: a wrong record.
UNSEEN = {("audit", f"wrong[].{name}") for name in ("task", "recorded", "recounted")} | {
    ("A run", "device")}  # opencl_test.py sees it
FILES = {"wrong.txt": "0 1 2 3\n", "wide.txt": "0 5\n", "two.txt": "0 1 2 3\n1 3 0 2\n"}


class JsonPage(unittest.TestCase):
    def setUp(self):
        self.page, self.groups = members_of_page()
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        for name, text in FILES.items():
            (pathlib.Path(self.folder.name) / name).write_text(text, encoding="utf-8")
        for line in SETUP:
            program.run(*line.replace("{}", self.folder.name).split())

    def objects_of(self, command):
        for line in LINES[command]:
            done = program.run(*line.replace("{}", self.folder.name).split(), "--json")
            yield line, json.loads(done.stdout)

    def test_every_member_is_on_the_page_and_of_its_kind(self):
        host = json.loads(program.run("info", "--json").stdout)["host"]
        if "cpu_quota" not in host:
            del self.page["info"]["host.cpu_quota"]
        if not host["caches"]:
            for name in ("kind", "level", "bytes", "count"):  # a virtual machine may hide them
                del self.page["info"][f"host.caches[].{name}"]
        unseen = {(title, name) for title in [*LINES, *GROUPS.values(), "Every object"]
                  for name in self.page[title]}
        for command in LINES:
            titles = ["Every object", command, *self.groups.get(command, [])]
            for line, printed in self.objects_of(command):
                for name, value in members_of(printed):
                    name = re.sub(r"^(counts|plans)\[\]\.", "", name)
                    with self.subTest(line=line, member=name):
                        title = next((title for title in titles if name in self.page[title]), None)
                        self.assertIsNotNone(title)
                        self.assertIn(kind_of(value), self.page[title][name].split(" or "))
                        unseen.discard((title, name))
                self.assertLessEqual(set(self.page["Every object"]), set(dict(members_of(printed))))
        self.assertEqual(unseen, UNSEEN)

    def test_every_command_with_json_is_on_the_page(self):
        for name in program.commands():
            if "--json" in program.run(name, "--help").stdout:
                self.assertIn(name, self.page)
