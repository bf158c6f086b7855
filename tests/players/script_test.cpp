#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "players/bot_command.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

// A folder of its own, with one program in it.
class ProgramFolder {
public:
    explicit ProgramFolder(const std::string& text) {
        std::string pattern = (fs::temp_directory_path() / "xttt-script-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        std::ofstream(program()) << text;
    }
    ~ProgramFolder() { fs::remove_all(folder_); }
    std::string program() const { return folder_ + "/bot"; }
    const std::string& path() const { return folder_; }

private:
    std::string folder_;
};

TEST(Programs, ThatAreNoScriptsAreStartedAsTheyAre) {
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
    for (const std::string line :
         {"#!/bin/sh -u\n", "#! /usr/bin/env sh -u\necho\n", "#!/usr/bin/env sh -u"}) {
        const ProgramFolder folder(line);
        const auto command = program_command({folder.program(), "a b"}, true).value();
        ASSERT_EQ(command.argv.size(), 4u) << line;
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

TEST(Programs, WhoseInterpreterIsMissingAreRefusedByItsName) {
    const ProgramFolder folder("#!/no/such/interpreter\n");
    const auto refused = program_command({folder.program()}, true);
    ASSERT_FALSE(refused.has_value());
    EXPECT_NE(refused.error().message.find("/no/such/interpreter"), std::string::npos);
    const ProgramFolder empty("#!\n");
    EXPECT_EQ(program_command({empty.program()}, true).value().argv.size(), 1u);
}

}  // namespace
}  // namespace xttt
