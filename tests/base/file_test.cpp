#include "base/file.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

#include "support/fresh_folder.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

class ReplaceFile : public testing::Test {
protected:
    std::string path(const char* name) const { return folder_ / name; }

    test::FreshFolder folder_;
};

TEST_F(ReplaceFile, CreatesAndReplaces) {
    ASSERT_TRUE(replace_file(path("a"), path("a.new"), "one"));
    EXPECT_EQ(read_input_file(path("a")), "one");
    ASSERT_TRUE(replace_file(path("a"), path("a.new"), "two", true));
    EXPECT_EQ(read_input_file(path("a")), "two");
    EXPECT_EQ(::access(path("a").c_str(), X_OK), 0);
    EXPECT_FALSE(fs::exists(path("a.new")));
}

TEST_F(ReplaceFile, FailureKeepsTheOldContentAndSaysWhy) {
    ASSERT_TRUE(replace_file(path("a"), path("a.new"), "one"));
    const auto failed = replace_file(path("a"), path("none/a.new"), "two");
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().message,
              "cannot write '" + path("a") + "': No such file or directory");
    EXPECT_EQ(read_input_file(path("a")), "one");

    fs::create_directories(path("full/x"));
    EXPECT_FALSE(replace_file(path("full"), path("b.new"), "two"));
    EXPECT_FALSE(fs::exists(path("b.new")));
}

}  // namespace
}  // namespace xttt
