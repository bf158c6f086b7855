#include "players/python_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "repeated.h"

namespace xttt {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PythonSource, NamesTheModulesItImports) {
    EXPECT_THAT(imported_modules("import a.b as c, d\nfrom e.f import g\n  import h; import i\n"
                                 "from . import j\nx = __import__( 'k.l')\n"
                                 "importlib.import_module(\"m\"), important = 1\n"),
                ElementsAre("", "a", "d", "e", "h", "i", "import", "j", "k", "m"));
}

TEST(PythonSource, QuotesTexts) {
    EXPECT_THAT(quoted_texts("open('a.txt', \"b\")  # 'c'\n'open\nend'\n"),
                ElementsAre(", \"b\")  # ", "a.txt", "b", "c"));
}

TEST(PythonSource, DefinesMoveWithFourParameters) {
    EXPECT_THAT(classes_with_move("class A(object):\n    def move(self, board, old_move, flag):\n"
                                  "class B:\n    def move (self,\n        board, old, flag):\n"
                                  "class C:\n    def move(self, board):\n        f(1, 2, 3)\n"
                                  "class D:\n    def moved(self, board, old_move, flag):\n"),
                ElementsAre("A", "B"));
    EXPECT_THAT(classes_with_move("def move(a, b, c, d): pass"), ElementsAre(""));
    EXPECT_THAT(classes_with_move("class A:\n def move(" + std::string(2000, ',') + ")\n"),
                IsEmpty());
    EXPECT_TRUE(has_class_of_team("x = 1\nclass TeamB(Base): pass"));
    EXPECT_FALSE(has_class_of_team("x = 1\n# class Team"));
}

// Each took minutes where a scan went to the end of the file from each line.
TEST(PythonSource, IsScannedInLinearTime) {
    const std::string long_class = "class " + test::repeated("x", kMostSourceBytes / 2) + ":\n";
    const std::string texts[] = {
        test::repeated("def move(\n", kMostSourceBytes - 1) + ")",
        "(" + test::repeated("def move,\n", kMostSourceBytes - 1) + ")",
        long_class + test::repeated("def move(,,,)\n", kMostSourceBytes / 2),
        test::repeated("__import__(\"", kMostSourceBytes),
        test::repeated("__import__('a'\"b\"", kMostSourceBytes),
        test::repeated("import_module(", kMostSourceBytes),
        test::repeated(";", kMostSourceBytes),
        test::repeated("'\"", kMostSourceBytes),
        test::repeated("\n", kMostSourceBytes),
        "import " + test::repeated("a.", kMostSourceBytes),
        "import " + test::repeated("a ", kMostSourceBytes),
    };
    for (const std::string& text : texts) {
        const test::ThreadTime time;
        (void)imported_modules(text);
        (void)quoted_texts(text);
        (void)classes_with_move(text);
        (void)has_class_of_team(text);
        EXPECT_LT(time.used(), std::chrono::seconds(20)) << text.substr(0, 40);
    }
}

}  // namespace
}  // namespace xttt
