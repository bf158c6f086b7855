#!/usr/bin/env python3
"""The systemd services, of the package and of the documentation, let the sandbox for bots start."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGED = {name: ROOT / f"packaging/xttt-{name}.service" for name in ("serve", "worker")}
PAGES = {"serve": ROOT / "docs/how-to/put-it-on-the-web.md", "worker": ROOT / "docs/how-to/add-worker-machines.md"}
# What the sandbox needs and these settings forbid.
FORBIDDEN = {
    "ProtectHostname": "bubblewrap sets a host name of its own",
    "RestrictNamespaces": "bubblewrap creates namespaces",
    "ProtectControlGroups": "each bot has a control group",
    "MemoryDenyWriteExecute": "Java and JavaScript bots compile at run time",
}
# These differ between machines, programs and guides.
OWN = {"ExecStart", "Restart", "RestartSec", "Environment", "EnvironmentFile", "StateDirectory", "CacheDirectory",
       "TimeoutStopSec"}


def service(text: str) -> dict[str, str]:
    """The settings of [Service]; none of ours is given twice."""
    section = re.search(r"^\[Service\]\n(.*?)(?=^\[|\Z)", text, re.M | re.S)[1].replace("\\\n", " ")
    lines = [line for line in section.splitlines() if line.strip() and not line.startswith("#")]
    settings = dict(line.split("=", 1) for line in lines)
    assert len(settings) == len(lines), lines
    return settings


def in_page(page: Path) -> str:
    return next(block for block in re.findall(r"```ini\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
                if "[Service]" in block)


class Services(unittest.TestCase):
    def setUp(self):
        self.packaged = {name: service(path.read_text(encoding="utf-8")) for name, path in PACKAGED.items()}
        self.shown = {name: service(in_page(page)) for name, page in PAGES.items()}
        self.all = [*self.packaged.values(), *self.shown.values()]

    def test_nothing_that_the_sandbox_needs_is_forbidden(self):
        for settings in self.all:
            for key, reason in FORBIDDEN.items():
                self.assertNotIn(key, settings, reason)

    def test_the_sandbox_may_set_up_its_empty_network(self):
        for settings in self.all:
            families = settings.get("RestrictAddressFamilies", "AF_INET AF_INET6 AF_UNIX AF_NETLINK").split()
            self.assertLessEqual({"AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK"}, set(families))

    def test_bots_get_control_groups(self):
        for settings in self.all:
            self.assertEqual(settings.get("Delegate"), "yes", settings["ExecStart"])

    def test_both_services_are_restricted_alike(self):
        serve, worker = ({key: value for key, value in settings.items() if key not in OWN}
                         for settings in self.packaged.values())
        self.assertEqual(serve, worker)
        self.assertEqual(serve["ProtectSystem"], "strict")
        self.assertEqual(serve["NoNewPrivileges"], "yes")

    def test_the_services_of_the_documentation_agree_with_the_packaged_ones(self):
        for name, settings in self.shown.items():
            for key in settings.keys() - OWN:
                self.assertEqual(settings[key], self.packaged[name].get(key), f"{key} in {PAGES[name]}")


if __name__ == "__main__":
    unittest.main()
