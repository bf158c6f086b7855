"""Python 2 texts must be recognised, and mean what they meant."""

import importlib.util
import pathlib
import unittest

from xttt_host.python2 import compile_python2, is_python2
from xttt_host.python2.runtime import BUILTINS

COURSE = pathlib.Path(__file__).parent.parent / "bots" / "course"


def run(source):
    names = {"__builtins__": BUILTINS, "__name__": "bot"}
    exec(compile_python2(source, "bot.py"), names)
    return names


def value(expression):
    return run("result = %s\n" % expression)["result"]


class Detection(unittest.TestCase):
    def test_every_course_bot_is_recognised(self):
        for path in sorted(COURSE.glob("*.py")):
            self.assertEqual(is_python2(path.read_text()), "modern" not in path.name, path.name)

    def test_what_is_plain_in_both_is_old(self):
        self.assertTrue(is_python2("class Bot:\n    x = 7/2\n"))

    def test_signs_of_python_3_count(self):
        for text in ("x = f'{1}'", "x: int = 1", "def f(a, *, b): pass", "x = 7//2",
                     "print('a', end='')", "class A(B):\n    def f(self): super().f()"):
            self.assertFalse(is_python2(text + "\n"), text)

    def test_old_names_of_the_programs_own_are_no_sign(self):
        self.assertFalse(is_python2("from functools import reduce\nx = reduce(f, [7//2])\n"))
        self.assertFalse(is_python2("with open('a') as file:\n    x = file.read(7//2)\n"))

    def test_signs_of_python_2_that_python_3_parses_count(self):
        for text in ("print >>log, 7//2", "for i in xrange(7//2): pass", "d.has_key(7//2)",
                     "import cPickle", "x.sort(cmp=lambda a, b: 7//2)", "#!/usr/bin/python2"):
            self.assertTrue(is_python2(text + "\n"), text)


class Meaning(unittest.TestCase):
    def test_division(self):
        self.assertEqual(value("[7/2, -7/2, 7/2.0, 7.0/2, True/2]"), [3, -4, 3.5, 3.5, 0])
        self.assertEqual(run("from __future__ import division\nx = 7/2\n")["x"], 3.5)

    def test_division_in_place(self):
        names = run("a = [9, 8]\na[0] /= 2\nb = 7\nb /= 2\nc = 7.0\nc /= 2\n"
                    "class P: pass\np = P()\np.q = 5\np.q /= 2\n")
        self.assertEqual((names["a"], names["b"], names["c"], names["p"].q), ([4, 8], 3, 3.5, 2))

    def test_everything_can_be_compared(self):
        for expression in ("None < 0", "None < -10**30", "not (None < None)", "None <= None",
                           "1 < 'a'", "'a' < ()", "[] < ()", "{} < []", "1 < [0]", "3 > None",
                           "None < 1 < 'x'", "not (2 < 1 < None)", "(1, None) < (1, 2)",
                           "[None, 1] > [None]", "{} < {1: 2}"):
            self.assertIs(value(expression), True, expression)

    def test_a_chain_evaluates_each_operand_once_and_stops_early(self):
        names = run("seen = []\ndef f(x):\n    seen.append(x)\n    return x\n"
                    "a = f(1) < f(2) < f(3)\nb = f(5) < f(4) < f(6)\n")
        self.assertEqual((names["a"], names["b"]), (True, False))
        self.assertEqual(names["seen"], [1, 2, 3, 5, 4])

    def test_sorting(self):
        self.assertEqual(value("sorted([3, None, 'b', 2.5])"), [None, 2.5, 3, "b"])
        self.assertEqual(value("sorted([1, 3, 2], lambda a, b: cmp(b, a))"), [3, 2, 1])
        self.assertEqual(run("x = [2, None, 1]\nx.sort(reverse=True)\n")["x"], [2, 1, None])
        self.assertEqual(run("x = ['bb', 'a']\nx.sort(key=len)\n")["x"], ["a", "bb"])
        self.assertEqual(value("max([None, 3, 'x'])"), "x")
        self.assertEqual(value("min(4, None)"), None)

    def test_lists_where_python_3_has_views_and_iterators(self):
        self.assertEqual(value("[{1: 2}.keys(), {1: 2}.items(), range(2), map(abs, [-1]), "
                               "zip('a', 'b'), filter(None, [0, 1])]"),
                         [[1], [(1, 2)], [0, 1], [1], [("a", "b")], [1]])
        self.assertEqual(value("[list({1: 2}.iteritems()), {1: 2}.has_key(1)]"), [[(1, 2)], True])

    def test_methods_of_the_same_name_on_other_objects_are_left_alone(self):
        names = run("class Mine:\n    def keys(self): return 'mine'\n    def sort(self, x): "
                    "return x\n    def next(self): return 'n'\n    def has_key(self, k): return k\n"
                    "m = Mine()\nr = [m.keys(), m.sort(4), m.next(), m.has_key(7)]\n")
        self.assertEqual(names["r"], ["mine", 4, "n", 7])

    def test_old_names_of_the_library(self):
        names = run("import sys, math, time, string, itertools\nfrom time import clock\n"
                    "from math import *\nimport Queue, cPickle, StringIO\n"
                    "r = [sys.maxint, math.floor(2.5), ceil(1.5), clock() >= 0, "
                    "string.letters[:2], list(itertools.izip('a', 'b'))]\n")
        self.assertEqual(names["r"], [2**63 - 1, 2.0, 2.0, True, "ab", [("a", "b")]])
        self.assertIsInstance(names["r"][1], float)

    def test_rounding_is_away_from_zero(self):
        self.assertEqual(value("[round(0.5), round(1.5), round(-2.5), round(2.675, 2)]"),
                         [1.0, 2.0, -3.0, 2.67])

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "numpy is not installed")
    def test_numpy_arrays_of_ints_divide_whole(self):
        names = run("import numpy as np\na = np.array([7, 8]) / 2\nb = np.array([7.0]) / 2\n"
                    "c = np.array([7, 8])\nc /= 2\n")
        self.assertEqual((list(names["a"]), list(names["b"]), list(names["c"])),
                         ([3, 4], [3.5], [3, 4]))


class Syntax(unittest.TestCase):
    def test_tabs_stand_for_eight_blanks(self):
        source = ("class A:\n    def f(self, n):\n\tif n:\n\t    print 'x',\n"
                  "            return 1\n        return '''a\n\tb'''\n")
        names = run(source)
        self.assertEqual(names["A"]().f(0), "a\n\tb")

    def test_windows_line_ends_and_no_newline_at_the_end(self):
        self.assertEqual(run("if 1:\r\n    x = `3`")["x"], "3")

    def test_numbers(self):
        self.assertEqual(value("[10L, 0777, 0777L, 0xFFL, 0]"), [10, 511, 511, 255, 0])

    def test_what_is_no_python_at_all_is_told_with_its_line(self):
        with self.assertRaises(SyntaxError) as caught:
            compile_python2("x = 1\nprint 'a'\ndef f(:\n    pass\n", "bot.py")
        self.assertEqual(caught.exception.lineno, 3)


if __name__ == "__main__":
    unittest.main()
