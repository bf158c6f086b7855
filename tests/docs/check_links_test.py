"""The link checker refuses what is wrong and accepts what is right."""

import tempfile
import unittest
from pathlib import Path

from check_links import check


class Links(unittest.TestCase):
    def faults(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return check(folder)

    def assert_refused(self, files, part):
        faults = self.faults(files)
        self.assertTrue(any(part in fault for fault in faults), faults)

    def test_good_links_are_accepted(self):
        self.assertEqual([], self.faults({
            "README.md": "[page](docs/page.md#two-words), [out](https://example.org/x), ![p](docs/p.png)\n",
            "docs/page.md": "# Page\n\n## Two *words*\n\n[up](../README.md) [here](#page) `[no](link.md)`\n"
                            "\n```text\n[no](link.md)\n```\n",
            "docs/p.png": "", "src/a.h": "// see docs/page.md\n"}))

    def test_a_missing_file_is_refused_with_its_line(self):
        self.assert_refused({"README.md": "a\n[page](docs/page.md)\n"}, "README.md:2: 'docs/page.md'")

    def test_a_missing_anchor_is_refused(self):
        self.assert_refused({"README.md": "# A\n[page](#b)\n"}, "no heading '#b'")

    def test_a_heading_inside_code_is_no_anchor(self):
        self.assert_refused({"README.md": "[page](#b)\n```text\n# b\n```\n"}, "no heading '#b'")

    def test_a_missing_picture_in_html_is_refused(self):
        self.assert_refused({"README.md": '<img src="docs/p.png">\n'}, "no such file")

    def test_a_page_without_a_link_to_it_is_refused(self):
        self.assert_refused({"README.md": "", "docs/page.md": ""}, "docs/page.md: no page links")

    def test_a_link_out_of_the_repository_is_refused(self):
        self.assert_refused({"README.md": "[a](../../etc/passwd)\n"}, "leaves the repository")

    def test_pages_of_github_are_accepted(self):
        self.assertEqual([], self.faults({"README.md": "[a](../../actions/workflows/test.yml) [r](../../releases)\n"}))
        self.assert_refused({"README.md": "[r](../../releases/of/others)\n"}, "leaves the repository")

    def test_a_malformed_address_is_refused(self):
        self.assert_refused({"README.md": "[a](http:/example.org)\n"}, "not an address")

    def test_a_comment_that_names_a_missing_page_is_refused(self):
        self.assert_refused({"README.md": "", "src/a.h": "//\n// docs/gone.md\n"}, "src/a.h:2: there is no page")

    def test_a_folder_without_pages_is_refused(self):
        self.assert_refused({"a.txt": ""}, "no Markdown pages")


if __name__ == "__main__":
    unittest.main()
