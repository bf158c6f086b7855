"""An arena for tests: its folder, the tokens of its people, uploads and verdicts through HTTP."""

import csv
import io
import os
import subprocess
import time
import urllib.parse
import zipfile

from program import PROGRAM

PATIENCE = 120  # seconds; reached only with a broken server

GOOD = """
import random
class Team:
    def move(self, board, old_move, flag):
        return random.choice(board.find_valid_move_cells(old_move))
"""


def archive(files=None, links=None, executable=()):
    """A ZIP archive with files and symbolic links by their names; some of them can be executed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in (files or {}).items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o100755 if name in executable else 0o100644) << 16
            packed.writestr(entry, content, zipfile.ZIP_DEFLATED)
        for name, target in (links or {}).items():
            link = zipfile.ZipInfo(name)
            link.external_attr = 0o120777 << 16
            packed.writestr(link, target)
    return out.getvalue()


class Arena:
    """An arena in a folder of its own, and the tokens of its people."""

    def __init__(self, folder, names, move_time="2s", variant="extreme"):
        self.folder = os.path.join(folder, "spring")
        teams = os.path.join(folder, "teams.csv")
        with open(teams, "w", encoding="utf-8") as file:
            file.write("name\n" + "\n".join(names) + "\n")
        links = subprocess.run(
            [PROGRAM, "arena", "new", self.folder, "--variant", variant, "--move-time", move_time,
             "--teams", teams],
            check=True, capture_output=True, text=True).stdout
        self.tokens = {row["name"]: row["link"].split("token=")[1]
                       for row in csv.DictReader(io.StringIO(links))}
        self.numbers = {name: number for number, name in enumerate(names, 1)}


def ask(server, method, path, who=None, body=None, **headers):
    if who:
        headers["Authorization"] = "Bearer " + who
    return server.ask(method, "/api/arena" + path, body, headers)


def upload(server, arena, team, file_name, content):
    return ask(server, "POST", f"/teams/{arena.numbers[team]}/versions", arena.tokens[team],
               content if isinstance(content, bytes) else content.encode(),
               **{"Content-Type": "application/octet-stream",
                  "X-File-Name": urllib.parse.quote(file_name)})


def until(condition, patience=PATIENCE):
    """The first true value of a condition that other processes make true."""
    end = time.monotonic() + patience
    while not (value := condition()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
    return value


def checked(server, arena, team, patience=PATIENCE):
    def last():
        _, _, found = ask(server, "GET", f"/teams/{arena.numbers[team]}/versions", arena.tokens[team])
        return found["versions"][0] if found["versions"][0]["state"] != "checking" else None
    return until(last, patience)
