"""The form of the help, the suggestions, the completions and the man pages of every command."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from program import PROGRAM, ProgramTest, main, run


def help_of(*command):
    return run(*command, "--help").stdout.decode()


def section(text, heading):
    """The lines below a heading, up to the next empty one."""
    lines = text.splitlines()
    start = lines.index(heading) + 1
    end = lines.index("", start) if "" in lines[start:] else len(lines)
    return lines[start:end]


def commands(*path):
    """Every command with its help, the program's own first."""
    text = help_of(*path)
    yield path, text
    if "\nCommands:\n" in text:
        for line in section(text, "Commands:"):
            if name := re.match(r"  ([a-z-]+)", line):
                yield from commands(*path, name.group(1))


def options(text):
    """(heading, spelling, description) of all that a help lists."""
    heading, found = None, []
    for line in text.splitlines():
        if re.fullmatch(r"[A-Z][A-Za-z ]*:", line):
            heading = line[:-1]
        elif heading in (None, "Examples", "Commands"):
            continue
        elif entry := re.match(r"  (\S.*?)(?:  +(.*))?$", line):
            found.append([heading, entry.group(1), entry.group(2) or ""])
        elif line.startswith(" " * 26):
            found[-1][2] = f"{found[-1][2]} {line.strip()}".strip()
        elif not line:
            heading = None
    return found


ALL = dict(commands())


class Help(ProgramTest):
    def test_all_commands_are_found(self):
        self.assertGreater(len(ALL), 30)
        self.assertIn(("tournament", "run"), ALL)

    def test_it_begins_with_one_sentence_and_two_examples(self):
        for path, text in ALL.items():
            with self.subTest(command=path):
                first = text.split("\n\n")[0].replace("\n", " ")
                self.assertRegex(first, r"^[A-Z][^.]*( [^.]+)*(\.xgn[^.]*\.jsonl)?\.$")
                self.assertLess(len(first.split()), 20)
                self.assertEqual(text.split("\n\n")[1].splitlines()[0], "Examples:")
                self.assertEqual(len(section(text, "Examples:")), 2)

    def test_the_examples_are_accepted(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "worker.creds").write_text("")
            for path, text in ALL.items():
                for example in section(text, "Examples:"):
                    call = re.search(r"\bxttt\b([^|<>)]*)", example.replace("<(xttt", "xttt"))
                    words = shlex.split(call.group(1))
                    with self.subTest(example=example.strip()):
                        self.assertEqual(tuple(words[:len(path)]), path)
                        done = run("parse-words", "--", *words, cwd=folder)
                        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_options_stand_in_groups_with_a_description_and_a_unit(self):
        for path, text in ALL.items():
            for heading, spelling, description in options(text):
                with self.subTest(command=path, option=spelling):
                    self.assertNotIn(heading, (None, "Options" if path else None))
                    self.assertRegex(description, r"^[A-Z0-9x]")
                    self.assertNotRegex(description, r"\bso many\b|\banew\b|\bwho\b(?! moves)")
                    value = spelling.rstrip(".").split()[-1]
                    if value in ("SECONDS", "MINUTES", "DAYS", "MIB", "ELO"):
                        unit = {"MIB": "MiB", "ELO": "Elo"}.get(value, value.lower())
                        self.assertRegex(description, rf"(?i){unit}|\d(s|min|h)\b|60\+0\.5")
                    if value == "TIME":
                        self.assertRegex(description, r"\d(ms|s)\b|in ms")

    def test_options_have_a_default_or_can_be_absent(self):
        for command, option, default in ((("match",), "--games", "10"), (("serve",), "--port", "8080"),
                                         (("sprt",), "--elo1", "5"), (("analyze",), "--movetime", "5s"),
                                         (("worker",), "--lease", "30s"),
                                         (("bench",), "--hash", "16")):
            found = [text for _, spelling, text in options(ALL[command]) if option in spelling]
            with self.subTest(command=command, option=option):
                self.assertRegex(found[0], rf"\(default: {default}\b")

    def test_nothing_is_wider_than_a_terminal(self):
        for path, text in ALL.items():
            examples = section(text, "Examples:")
            for line in text.splitlines():
                if line not in examples:
                    self.assertLessEqual(len(line), 80, path)


class Names(ProgramTest):
    def test_a_misspelt_command_or_option_is_answered_with_the_nearest(self):
        self.refuses(2, "unknown command 'mtach'. Did you mean 'match'?", "mtach")
        self.refuses(2, "unknown command 'stauts'. Did you mean 'status'?", "cluster", "stauts")
        self.refuses(2, "unknown option '--movetme'. Did you mean '--movetime'?", "match", "--x",
                     "random", "--o", "random", "--movetme", "5")
        self.refuses(2, "unknown option '--varient'. Did you mean '--variant'?", "show",
                     "--varient=double")
        self.refuses(2, "unknown option '--sed'. Did you mean '--seed'?", "simulate", "--sed", "7")
        self.assertNotIn("Did you mean", self.refuses(2, "unknown command 'xyzzy'", "xyzzy"))
        self.refuses(2, "'xttt tournament' needs a command: check, run", "tournament")

    def test_an_option_of_the_server_is_found_by_its_name_elsewhere(self):
        for given, meant in (("--adress", "--address"), ("--host", "--address"), ("--host=0.0.0.0", "--address"),
                             ("--hots", "--address"), ("--bind", "--address"), ("--listen", "--address"),
                             ("--prot", "--port"), ("--jobs", "--arena-jobs"),
                             ("--memory", "--arena-memory"), ("--port-number", None)):
            with self.subTest(given):
                said = self.refuses(2, f"unknown option '{given.split('=')[0]}'", "serve", given, "1")
                self.assertEqual(f". Did you mean '{meant}'?" in said, meant is not None, said)

    def test_a_misspelt_older_spelling_is_answered_with_the_present_one(self):
        self.refuses(2, "unknown option '--silnce'. Did you mean '--idle-timeout'?", "serve", "--silnce", "3")
        self.refuses(2, "unknown option '--reqest-time'. Did you mean '--request-timeout'?", "serve",
                     "--reqest-time", "3")
        self.refuses(2, "unknown option '--lnes'. Did you mean '--multipv'?", "analyze", "--lnes", "3")

    def test_older_spellings_still_work_and_are_not_shown(self):
        self.succeeds("analyze", "--time", "20", "--lines", "2", "--moves", "h9")
        self.assertNotIn("--time", ALL[("analyze",)])
        for words in (["play", "--lines"], ["selfplay", "generate", "--out", "x", "--seconds", "5"],
                      ["book", "--out", "x"], ["serve", "--silence", "3", "--request-time", "2.5"]):
            self.succeeds("parse-words", "--", *words)

    def test_times_have_units(self):
        for text in ("50", "50ms", "0.05s", "1min"):
            self.succeeds("parse-words", "--", "match", "--x", "random", "--o", "random",
                          "--movetime", text, "--margin", text)
        for text in ("soon", "5 parsecs", "-1", "0"):
            self.refuses(2, "--movetime", "match", "--x", "random", "--o", "random", "--movetime",
                         text)
        self.succeeds("parse-words", "--", "sprt", "--new", "random", "--old", "random", "--margin",
                      "100", "--memory", "256")


class Version(ProgramTest):
    def test_it_names_all_that_decides_what_the_program_does(self):
        self.assertRegex(self.succeeds("--version"),
                         r"^xttt 1\.\d+\.\d+\ncommit: ([0-9a-f]{12}|unknown)\n"
                         r"compiler: (g\+\+|clang) .+\ninstruction set: \S+\n"
                         r"networks: .*\bextreme-[0-9a-f]{8}\b.*\n$")


class Record(ProgramTest):
    def test_a_file_of_games_is_not_overwritten(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "games.xgn"
            match = ("match", "--x", "random", "--o", "random", "--games", "2", "--record", file)
            self.succeeds(*match)
            first = file.read_text()
            self.refuses(2, "the file exists; add --append", *match)
            self.assertEqual(file.read_text(), first)
            self.succeeds(*match, "--append")
            self.assertTrue(file.read_text().startswith(first))
            self.assertGreater(len(file.read_text()), len(first))
            self.succeeds(*match, "--force")
            self.assertEqual(file.read_text().count("[Variant"), first.count("[Variant"))
            self.refuses(2, "--force", *match, "--append", "--force")


class Interrupt(ProgramTest):
    def test_a_match_ends_with_its_score(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "games.jsonl"
            match = subprocess.Popen(
                [PROGRAM, "match", "--x", "random", "--o", "random", "--games", "100000000",
                 "--record", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            while not file.exists() or not file.stat().st_size:
                time.sleep(0.02)
            match.send_signal(signal.SIGINT)
            out, _ = match.communicate(timeout=60)
            self.assertEqual(match.returncode, 130)
            self.assertIn(b"seed: ", out)
            self.assertTrue(file.read_bytes().endswith(b"}\n"))

    def test_a_second_interrupt_does_not_wait_for_the_running_game(self):
        match = subprocess.Popen(
            [PROGRAM, "match", "--x", "engine", "--o", "engine", "--games", "2", "--movetime", "20s",
             "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertIn(b"event", match.stdout.readline())
        match.send_signal(signal.SIGINT)
        self.assertIn(b"Press Ctrl-C again to stop now.", match.stderr.readline())
        match.send_signal(signal.SIGINT)
        out, _ = match.communicate(timeout=10)
        self.assertEqual(match.returncode, 130)
        self.assertIn(b'"event":"score"', out)


class Completion(ProgramTest):
    def setUp(self):
        (self.folder / "team1.py").write_text("")
        (self.folder / "games.xgn").write_text("")
        (self.folder / "data").mkdir()

    def complete(self, line):
        """What a real bash offers at the end of a line."""
        script = """
            source <("$1" completions bash)
            COMP_LINE=$2 COMP_POINT=${#2}
            read -ra COMP_WORDS <<< "$2"
            COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
            _xttt
            printf '%s\\n' "${COMPREPLY[@]}"
        """
        path = f"{Path(PROGRAM).parent}:{os.environ['PATH']}"
        done = subprocess.run(["bash", "-c", script, "bash", PROGRAM, line], cwd=self.folder,
                              env={**os.environ, "PATH": path}, capture_output=True, text=True,
                              timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    def test_the_scripts_are_valid(self):
        for shell in ("bash", "zsh", "fish"):
            script = self.succeeds("completions", shell)
            self.assertIn("complete-words", script)
            if path := shutil.which(shell):
                check = subprocess.run([path, "-n"], input=script, text=True, capture_output=True)
                self.assertEqual((check.returncode, check.stderr), (0, ""))
        self.refuses(2, "choose from bash, zsh, fish", "completions", "tcsh")

    def test_bash_completes_commands_and_options(self):
        self.assertEqual(self.complete("xttt ma"), ["match", "man"])
        self.assertEqual(self.complete("xttt tournament sta"), ["standings"])
        self.assertEqual(self.complete("xttt match --mov"), ["--movetime"])
        self.assertNotIn("--time", self.complete("xttt analyze --"))
        self.assertNotIn("complete-words", self.complete("xttt "))

    def test_bash_completes_values(self):
        self.assertEqual(self.complete("xttt show --variant d"), ["double", "diagonal"])
        self.assertEqual(self.complete("xttt show --variant=u"), ["ultimate"])
        self.assertIn("mtdf", self.complete("xttt analyze --algorithm "))
        self.assertEqual(self.complete("xttt serve --log-level w"), ["warn"])

    def test_bash_completes_players_and_their_files(self):
        self.assertIn("python:", self.complete("xttt match --x "))
        self.assertEqual(self.complete("xttt match --x python:te"), ["team1.py"])
        self.assertIn("pvs", self.complete("xttt match --o engine:"))
        self.assertIn("data/", self.complete("xttt check-bot ugi:"))

    def test_bash_completes_players_of_the_server(self):
        self.assertEqual(self.complete("xttt serve --bot "), [])
        self.assertEqual(self.complete("xttt serve --bot Robin=eng"), ["engine", "engine:"])
        self.assertEqual(self.complete("xttt serve --bot=Robin=eng"), ["engine", "engine:"])
        self.assertEqual(self.complete("xttt serve --bot Robin=python:te"), ["team1.py"])
        self.assertEqual(self.complete("xttt serve --bot A=random --bot Robin=engine:mt"), ["mtdf"])
        offered = self.complete("xttt serve --bot Robin=")
        self.assertIn("random", offered)
        self.assertNotIn("human", offered)

    def test_bash_completes_files_and_folders(self):
        self.assertEqual(self.complete("xttt replay ga"), ["games.xgn"])
        self.assertEqual(self.complete("xttt serve --data "), ["data"])

    def test_all_that_help_lists_is_completed(self):
        for path, text in ALL.items():
            listed = {word.rstrip(",") for _, spelling, _ in options(text)
                      for word in spelling.split() if word.startswith("--")}
            offered = {line.split("\t")[0] for line in
                       run("complete-words", "--", *path, "--").stdout.decode().splitlines()}
            self.assertEqual(offered, listed, path)


class Man(ProgramTest):
    def test_every_command_has_a_page_with_all_its_options(self):
        with tempfile.TemporaryDirectory() as folder:
            self.succeeds("man", "--output", folder)
            self.assertEqual({path.name for path in Path(folder).iterdir()},
                             {"-".join(("xttt", *path)) + ".1" for path in ALL})
            for path, text in ALL.items():
                page = (Path(folder) / ("-".join(("xttt", *path)) + ".1")).read_text()
                for _, spelling, _ in options(text):
                    self.assertIn(spelling.replace("-", r"\-"), page)

    def test_formatters_find_no_fault(self):
        tools = []
        if shutil.which("man") and shutil.which("groff"):
            tools.append(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", "-"])
        if shutil.which("mandoc"):
            tools.append(["mandoc", "-Tlint", "-Wwarning"])
        if not tools:
            self.skipTest("neither man nor mandoc")
        for path in ALL:
            page = run("man", *path).stdout
            for tool in tools:
                done = subprocess.run(tool, input=page, capture_output=True, timeout=60,
                                      env={**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "80"})
                with self.subTest(command=path, tool=tool[0]):
                    self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_unknown_commands_have_none(self):
        self.refuses(2, "'xttt' has no command 'dance'", "man", "dance")


if __name__ == "__main__":
    main()
