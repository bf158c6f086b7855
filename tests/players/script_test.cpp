#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "players/bot_command.h"
#include "players/bot_files.h"
#include "players/python_source.h"
#include "repeated.h"
#include "support/filled_folder.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// A folder with one program in it.
class ProgramFolder : public test::FilledFolder {
public:
    explicit ProgramFolder(const std::string& text) { write("bot", text); }
    std::string program() const { return *this / "bot"; }
};

TEST(Programs, ThatAreNotScriptsAreStartedDirectly) {
    const ProgramFolder folder(
        "\x7f"
        "ELF");
    for (const bool sandboxed : {false, true}) {
        const auto command = program_command({folder.program(), "--flag"}, sandboxed).value();
        EXPECT_EQ(command.argv, (std::vector<std::string>{folder.program(), "--flag"}));
        EXPECT_EQ(command.sandbox.has_value(), sandboxed);
        EXPECT_FALSE(command.environment.has_value());
    }
}

TEST(Programs, ThatAreScriptsAreStartedByTheirInterpreterInASandbox) {
    for (const std::string text_line :
         {"#!/bin/sh -u\n", "#! /usr/bin/env sh -u\necho\n", "#!/usr/bin/env sh -u"}) {
        const ProgramFolder folder(text_line);
        const auto command = program_command({folder.program(), "a b"}, true).value();
        ASSERT_EQ(command.argv.size(), 4u) << text_line;
        EXPECT_TRUE(command.argv[0].ends_with("bin/sh")) << command.argv[0];
        EXPECT_EQ(command.argv[1], "-u");
        EXPECT_EQ(command.argv[2], folder.program());
        EXPECT_EQ(command.argv[3], "a b");
        EXPECT_EQ(command.cwd, folder.path());
        EXPECT_EQ(command.sandbox->readable.front(), folder.path());
        // Without a sandbox the system starts it, as everywhere.
        EXPECT_EQ(program_command({folder.program()}, false).value().argv,
                  std::vector<std::string>{folder.program()});
    }
}

// A folder with several files.
class SharedFolder : public test::FilledFolder {
public:
    // The names of what a bot there may see.
    std::vector<std::string> visible(const std::string& bot,
                                     const std::vector<std::string>& others = {}) const {
        std::vector<std::string> names;
        const auto files = visible_files(bot, others).value();
        for (const auto& file : files) names.push_back(fs::relative(file, path()).string());
        std::ranges::sort(names);
        return names;
    }
};

const std::string kBot = "class Team:\n    def move(self, board, old_move, flag):\n        pass\n";
using Names = std::vector<std::string>;

TEST(VisibleFiles, AreTheWholeFolderWhereNobodyElseIs) {
    const SharedFolder folder;
    const auto bot = folder.write("team33.py", kBot);
    folder.write("weights.bin", "1");
    folder.write("helper.py", "x = 1\n");
    EXPECT_EQ(folder.visible(bot), Names{"."});
}

TEST(VisibleFiles, AreTheBotAndWhatItImportsWhereOthersAre) {
    const SharedFolder folder;
    const auto bot =
        folder.write("team33.py", "import team33_search, tables\nopen('book.txt')\n" + kBot);
    folder.write("team33_search.py", kBot);
    folder.write("tables.py", "x = 1\n");
    folder.write("book.txt", "1");
    folder.write("team34.py", kBot);
    folder.write("team34_secret.py", "x = 1\n");
    folder.write("notes.txt", "of somebody\n");
    EXPECT_EQ(folder.visible(bot),
              (Names{"book.txt", "tables.py", "team33.py", "team33_search.py"}));
}

TEST(VisibleFiles, NeverHoldAnotherEntrantsWhateverTheBotNames) {
    const SharedFolder folder;
    const auto bot = folder.write("team33.py",
                                  "import team34, team34_secret\nfrom team35 import player\n"
                                  "open('team34.bin'), open('mine.bin')\n" +
                                      kBot);
    const auto other = folder.write("team34.py", kBot);
    folder.write("team34_secret.py", "x = 1\n");
    folder.write("team34.bin", "1");
    folder.write("mine.bin", "1");
    const auto nested = folder.write("team35/player.py", kBot);
    EXPECT_EQ(folder.visible(bot, {other, nested}), (Names{"mine.bin", "team33.py"}));
    // Code that it names without importing it, and files in another bot's folder.
    const auto nosy = folder.write("nosy.py",
                                   "open('tables.py'), open('team35/book.bin'), open('mine.bin')\n"
                                   "open('__pycache__/tables.pyc'), 'team35', '__pycache__'\n"
                                   "__import__('early'); importlib.import_module(\"late.part\")\n" +
                                       kBot);
    folder.write("tables.py", "x = 1\n");
    folder.write("early.py", "x = 1\n");
    folder.write("late/part.py", "x = 1\n");
    folder.write("team35/book.bin", "1");
    folder.write("__pycache__/tables.pyc", "1");
    EXPECT_EQ(folder.visible(nosy, {other, nested}),
              (Names{"early.py", "late/part.py", "mine.bin", "nosy.py"}));
    // A program beside a script sees itself.
    const auto program = folder.write("solver",
                                      "\x7f"
                                      "ELF");
    EXPECT_EQ(folder.visible(program, {other}), Names{"solver"});
}

TEST(VisibleFiles, AreFoundInLittleTimeWhateverTheSourcesSay) {
    const SharedFolder folder;
    std::string source;
    for (int name = 0; source.size() < kMostSourceBytes - 100; ++name)
        source += fmt::format("import a{0}; open('b{0}'), open('data/{0}')\n", name);
    const auto bot = folder.write("team33.py", source);
    folder.write("team34.py", test::repeated("def move(\n", kMostSourceBytes - 2) + ")");
    folder.write("data/book.txt", "1");
    folder.write("team36.py", kBot);
    const test::ThreadTime time;
    const auto too_many = visible_files(bot, {});
    EXPECT_LT(time.used(), std::chrono::seconds(20));
    ASSERT_FALSE(too_many.has_value());
    EXPECT_THAT(too_many.error().message, HasSubstr("names more than"));
    // A larger source is not scanned.
    const auto large = folder.write("team35.py", source + std::string(kMostSourceBytes, '\n'));
    const auto refused = visible_files(large, {});
    ASSERT_FALSE(refused.has_value());
    EXPECT_THAT(refused.error().message, HasSubstr("more than 8 MiB"));
}

TEST(VisibleFiles, AreFoundAgainWhenAnotherFileBecomesABot) {
    const SharedFolder folder;
    const auto bot = folder.write("team33.py", kBot);
    folder.write("team34.py", "x = 1\n");
    EXPECT_EQ(folder.visible(bot), Names{"."});
    folder.write("team34.py", kBot);
    EXPECT_EQ(folder.visible(bot), Names{"team33.py"});
}

TEST(Programs, CannotShowTheSandboxAFolderByTheirInterpreter) {
    const SharedFolder elsewhere;
    const auto tool = elsewhere.write("secrets/bin/tool", "");
    fs::permissions(tool, fs::perms::owner_all);
    const ProgramFolder folder("#!" + tool + "\n");
    const auto refused = program_command({folder.program()}, true);
    ASSERT_FALSE(refused.has_value());
    EXPECT_NE(refused.error().message.find("below /usr"), std::string::npos);
}

TEST(Programs, WithoutTheirInterpreterAreRejectedWithItsName) {
    const ProgramFolder folder("#!/no/such/interpreter\n");
    const auto refused = program_command({folder.program()}, true);
    ASSERT_FALSE(refused.has_value());
    EXPECT_NE(refused.error().message.find("/no/such/interpreter"), std::string::npos);
    const ProgramFolder empty("#!\n");
    EXPECT_EQ(program_command({empty.program()}, true).value().argv.size(), 1u);
}

}  // namespace
}  // namespace xttt
