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


BEFORE = ("xttt-1.2.2-linux-x86_64.tar.gz", "xttt_1.2.2_amd64.deb", "xttt-1.2.2.tgz", "xttt-1.2.2.tar.gz",
          "xttt-1.2.2-cp311-cp311-linux_x86_64.whl")


class ReleaseFiles(unittest.TestCase):
    def setUp(self):
        self.root = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        for name, text in {
            "CMakeLists.txt": "project(xttt VERSION 1.2.3 LANGUAGES CXX)\n", "LICENSE": "MIT\n", "README.md": "\n",
            "CHANGELOG.md": "\n", "data/net.xnet": "n", "examples/cup.toml": "\n", "web/dist/index.html": "<html>",
            "web/package-lock.json": json.dumps({"packages": {
                "": {}, "node_modules/preact": {"version": "10.0.0", "license": "MIT"},
                "node_modules/vite": {"version": "6.0.0", "dev": True}}}),
            "build/packages/xttt_1.2.3_amd64.deb": "d", "build/packages/xttt-1.2.3-linux-x86_64.tar.gz": "t",
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
        git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
        for command in (["init", "-q"], ["add", "README.md"], ["commit", "-qm", "m"]):
            subprocess.run([*git, *command], cwd=self.root, check=True)

    def run_script(self, version="v1.2.3"):
        return subprocess.run([self.root / "scripts/release-files", version, "build", "out"], cwd=self.root,
                              capture_output=True, text=True)

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
        done = self.run_script("v1.2.4")
        self.assertEqual(1, done.returncode)
        self.assertIn("the version is 1.2.3", done.stderr)

    def test_an_unfinished_build_or_page_is_refused(self):
        (self.root / "web/dist/index.html").unlink()
        self.assertIn("run 'make web' first", self.run_script().stderr)
        (self.root / "build/bin/xttt").unlink()
        self.assertIn("no finished programs", self.run_script().stderr)


if __name__ == "__main__":
    unittest.main()
