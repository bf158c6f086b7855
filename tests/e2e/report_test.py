"""What 'xttt tournament report' says when there is nothing to report."""

import tempfile
from pathlib import Path

from program import ProgramTest, main


class Report(ProgramTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_a_missing_store_is_named(self):
        self.refuses(2, "no such store", "tournament", "report", self.folder / "none.db",
                     "-o", self.folder / "report.html")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_file_that_is_no_store_is_refused_and_left_alone(self):
        text = self.folder / "notes.txt"
        text.write_text("no store at all, though long enough to be looked at" * 20)
        before = text.read_bytes()
        self.refuses(1, "notes.txt", "tournament", "report", text, "-o", self.folder / "report.html")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["notes.txt"])
        self.assertEqual(text.read_bytes(), before)

    def test_the_store_is_not_overwritten_by_its_report(self):
        store = self.folder / "games.db"
        store.write_bytes(b"precious")
        self.refuses(2, "is the store itself", "tournament", "report", store, "-o", store)
        self.assertEqual(store.read_bytes(), b"precious")

    def test_the_store_has_to_be_given(self):
        self.refuses(2, "STORE-FILE", "tournament", "report")


if __name__ == "__main__":
    main()
