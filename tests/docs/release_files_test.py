"""scripts/release-files packs what a release needs, and refuses what is not ready."""

import hashlib
import json
import shutil
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "release-files"


CHANGELOG = "# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2026-01-02\n\n### Added\n\n- This.\n\n## 1.2.2 - 2026-01-01\n\n- That.\n"
BEFORE = ("xttt-1.2.2-linux-x86_64.tar.gz", "xttt_1.2.2_amd64.deb", "xttt-1.2.2.tgz", "xttt-1.2.2.tar.gz",
          "xttt-1.2.2-cp311-cp311-linux_x86_64.whl")


class ReleaseFiles(unittest.TestCase):
    def setUp(self):
        self.root = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        for name, text in {
            "CMakeLists.txt": "project(xttt VERSION 1.2.3 LANGUAGES CXX)\n", "LICENSE": "MIT\n", "README.md": "\n",
            "pyproject.toml": '[project]\ndynamic = ["version"]\n'
                              '[tool.scikit-build]\nmetadata.version.input = "CMakeLists.txt"\n',
            "web/package.json": '{"private": true}', "CHANGELOG.md": CHANGELOG, "data/net.xnet": "n", "examples/cup.toml": "\n", "web/dist/index.html": "<html>",
            "web/package-lock.json": json.dumps({"packages": {
                "": {}, "node_modules/preact": {"version": "10.0.0", "license": "MIT"},
                "node_modules/vite": {"version": "6.0.0", "dev": True}}}),
            "build/packages/xttt_1.2.3_amd64.deb": "d", "build/packages/python3-xttt_1.2.3_amd64.deb": "p", "build/packages/xttt-1.2.3-linux-x86_64.tar.gz": "t",
            "build/packages/xttt-1.2.3-linux-aarch64.tar.gz": "a", "build/packages/xttt-1.2.3.tgz": "n",
            "build/packages/xttt-1.2.3-cp311-cp311-linux_x86_64.whl": "w", "build/packages/xttt-1.2.3.tar.gz": "s",
            **dict.fromkeys((f"build/packages/{name}" for name in BEFORE), "of the version before"),
        }.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (self.root / "scripts").mkdir()
        shutil.copy(SCRIPT, self.root / "scripts")
        (self.root / "build/bin").mkdir(parents=True)
        for name in ("xttt", "xttt-sandbox"):
            shutil.copy("/bin/true", self.root / "build/bin" / name)
        for command in (["init", "-q"], ["add", "README.md"], ["commit", "-qm", "m"]):
            self.git(*command)

    def git(self, *command):
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *command], cwd=self.root,
                       check=True)

    def run_script(self, *arguments):
        return subprocess.run([self.root / "scripts/release-files", *(arguments or ("v1.2.3", "build", "out"))],
                              cwd=self.root, capture_output=True, text=True)

    def refuses(self, problem, *arguments):
        """Says what does not agree, and writes nothing."""
        done = self.run_script(*(arguments or ("--check", "v1.2.3")))
        self.assertEqual((1, ""), (done.returncode, done.stdout))
        self.assertIn(problem, done.stderr)
        self.assertFalse((self.root / "out").exists())

    def test_everything_is_packed_with_checksums(self):
        done = self.run_script()
        self.assertEqual(0, done.returncode, done.stderr)
        out = self.root / "out"
        sums = dict(line.split()[::-1] for line in (out / "SHA256SUMS").read_text().splitlines())
        self.assertEqual({file.name for file in out.iterdir()}, {*sums, "SHA256SUMS"})
        for name, digest in sums.items():
            self.assertEqual(digest, hashlib.sha256((out / name).read_bytes()).hexdigest())
        self.assertEqual(sorted(sums), sorted((
            "xttt-1.2.3-source.tar.gz", "xttt-1.2.3-web.tar.gz", "xttt-1.2.3.spdx.json", "xttt_1.2.3_amd64.deb",
            "python3-xttt_1.2.3_amd64.deb",
            "xttt-1.2.3.tgz", "xttt-1.2.3-linux-x86_64.tar.gz", "xttt-1.2.3-linux-aarch64.tar.gz",
            "xttt-1.2.3-cp311-cp311-linux_x86_64.whl", "xttt-1.2.3.tar.gz")))
        # The source distribution of the Python package and the sources do not overwrite each other.
        self.assertEqual((out / "xttt-1.2.3.tar.gz").read_text(), "s")
        with tarfile.open(out / "xttt-1.2.3-source.tar.gz") as archive:
            self.assertIn("xttt-1.2.3/README.md", archive.getnames())
        with tarfile.open(out / "xttt-1.2.3-web.tar.gz") as archive:
            self.assertIn("xttt-1.2.3-web/web/index.html", archive.getnames())

    def test_the_bill_of_materials_names_what_is_shipped(self):
        self.run_script()
        bill = json.loads((self.root / "out/xttt-1.2.3.spdx.json").read_text())
        names = [package["name"] for package in bill["packages"]]
        self.assertEqual("xttt", names[0])
        self.assertIn("libc6", names)
        self.assertIn("preact", names)
        self.assertNotIn("vite", names)
        ids = {package["SPDXID"] for package in bill["packages"]} | {"SPDXRef-DOCUMENT"}
        self.assertTrue(all(r["relatedSpdxElement"] in ids for r in bill["relationships"]))

    def test_another_version_than_the_project_is_refused(self):
        for arguments in (("v1.2.4", "build", "out"), ("--check", "v1.2.4")):
            self.refuses("the version is 1.2.3", *arguments)
            self.refuses("the newest heading of CHANGELOG.md is '## 1.2.3 - 2026-01-02', not '## 1.2.4 - ", *arguments)

    def test_sources_that_are_ready_pass_the_check(self):
        for version in ("1.2.3", "v1.2.3"):
            done = self.run_script("--check", version)
            self.assertEqual((0, "", ""), (done.returncode, done.stdout, done.stderr))
            self.git("tag", "--force", "v1.2.3")
        self.assertIn("--check VERSION", self.run_script("--check").stderr)

    def test_a_release_is_cut_from_what_is_unreleased(self):
        changelog, build = self.root / "CHANGELOG.md", self.root / "CMakeLists.txt"
        self.refuses("no entries under 'Unreleased'", "--cut", "1.3.0")
        changelog.write_text(CHANGELOG.replace("## Unreleased\n", "## Unreleased\n\n### Fixed\n\n- More.\n"))
        for version in ("1.3", "1.03.0", "1.3.0-rc1"):
            self.refuses("a version is MAJOR.MINOR.PATCH", "--cut", version)
        for version in ("1.2.3", "v1.1.9"):
            self.refuses("the newest version of CHANGELOG.md is 1.2.3", "--cut", version)
        self.assertIn("VERSION 1.2.3 ", build.read_text())
        done = self.run_script("--cut", "v1.10.0")
        self.assertEqual((0, "", ""), (done.returncode, done.stdout, done.stderr))
        self.assertEqual("project(xttt VERSION 1.10.0 LANGUAGES CXX)\n", build.read_text())
        self.assertRegex(changelog.read_text(),
                         r"^# Changelog\n\n## Unreleased\n\n## 1\.10\.0 - \d{4}-\d\d-\d\d\n\n### Fixed\n\n- More\.\n\n## 1\.2\.3 ")
        self.assertEqual(0, self.run_script("--check", "1.10.0").returncode)

    def test_versions_that_do_not_agree_are_refused(self):
        for file, text, problem in (
                ("pyproject.toml", '[project]\nversion = "1.2.2"\n', "the version of the Python package is 1.2.2"),
                ("pyproject.toml", '[project]\ndynamic = ["version"]\n', "is not that of CMakeLists.txt"),
                ("web/package.json", '{"version": "1.3.0"}', "the version of the page is 1.3.0"),
                ("CHANGELOG.md", CHANGELOG.replace("## 1.2.3 ", "## 1.2.4 "), "is '## 1.2.4 - 2026-01-02', not '## 1.2.3"),
                ("CHANGELOG.md", CHANGELOG.replace("## 1.2.3 - 2026-01-02", "## 1.2.3"), "is '## 1.2.3', not '## 1.2.3 - Y"),
                ("CHANGELOG.md", CHANGELOG.replace("- This.", ""), "no entries below '## 1.2.3"),
                ("CHANGELOG.md", CHANGELOG.replace("Unreleased\n", "Unreleased\n\n- More.\n"), "entries under 'Unreleased'"),
                ("CHANGELOG.md", "# Changelog\n", "the newest heading of CHANGELOG.md is '## '")):
            with self.subTest(text):
                path = self.root / file
                before = path.read_text()
                path.write_text(text)
                self.refuses(problem)
                path.write_text(before)

    def test_a_tag_on_another_commit_is_refused(self):
        self.git("tag", "v1.2.3")
        self.git("commit", "-q", "--allow-empty", "-m", "later")
        self.refuses("the tag v1.2.3 is another commit")

    def test_a_package_that_is_not_built_is_refused(self):
        for name, target in (("xttt_1.2.3_amd64.deb", "package"), ("python3-xttt_1.2.3_amd64.deb", "package"),
                             ("xttt-1.2.3-linux-x86_64.tar.gz", "package"), ("xttt-1.2.3.tgz", "package"),
                             ("xttt-1.2.3-cp311-cp311-linux_x86_64.whl", "wheel"), ("xttt-1.2.3.tar.gz", "wheel")):
            with self.subTest(name):
                path = self.root / "build/packages" / name
                text = path.read_text()
                path.unlink()
                self.refuses(f"run 'make {target}' first", "v1.2.3", "build", "out")
                path.write_text(text)
        (self.root / "build/packages/xttt-1.2.3-linux-aarch64.tar.gz").unlink()
        self.assertEqual(0, self.run_script().returncode)

    def test_an_unfinished_build_or_page_is_refused(self):
        (self.root / "web/dist/index.html").unlink()
        self.assertIn("run 'make web' first", self.run_script().stderr)
        (self.root / "build/bin/xttt").unlink()
        self.assertIn("no finished programs", self.run_script().stderr)


if __name__ == "__main__":
    unittest.main()
