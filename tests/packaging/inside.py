"""What must work wherever xttt is installed. Runs inside the root, with the Python there.

Usage: inside.py PROGRAM BOT
"""

import json
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request

program, bot = sys.argv[1:]


def xttt(*arguments):
    done = subprocess.run([program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
    if done.returncode != 0:
        sys.exit(f"{arguments} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def ended(events):
    return [event for event in map(json.loads, events.splitlines()) if event["event"] == "ended"]


def engines_play_a_match():
    games = ended(xttt("match", "--x", "engine", "--o", "random", "--nodes", "200", "--games", "2", "--json", "--seed", "1"))
    assert len(games) == 2 and not any("forfeit" in game for game in games), games


def a_sandboxed_bot_plays_a_match():
    xttt("check-sandbox")
    games = ended(xttt("match", "--x", f"python:{bot}", "--o", "random", "--games", "1", "--json", "--seed", "1"))
    assert len(games) == 1 and "forfeit" not in games[0], games


def the_page_is_served():
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen([program, "serve", "--port", "0", "--data", data], stdout=subprocess.PIPE,
                                  universal_newlines=True)
        try:
            address = next(found.group(0) for found in (re.search(r"http://\S+", line) for line in server.stdout)
                           if found)
            with urllib.request.urlopen(address, timeout=30) as answer:
                assert b"<html" in answer.read().lower()
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)


for check in (engines_play_a_match, a_sandboxed_bot_plays_a_match, the_page_is_served):
    check()
    print("ok", check.__name__, flush=True)
