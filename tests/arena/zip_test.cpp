#include "arena/zip.h"

#include <chrono>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "make_zip.h"

namespace xttt {
namespace {

using test::make_zip;
using testing::HasSubstr;

std::string refusal(const std::string& archive) {
    const auto files = read_zip(archive);
    return files ? "accepted" : files.error().message;
}

TEST(Zip, ReadsStoredAndDeflatedFiles) {
    const auto files = read_zip(make_zip(
        {{.name = "bot/"},
         {.name = "bot/team.py", .content = "class Team: pass\n"},
         {.name = "bot/run", .content = "#!/bin/sh\n", .mode = 0100755, .deflated = false}}));
    ASSERT_TRUE(files) << files.error().message;
    ASSERT_EQ(files->size(), 2u);
    EXPECT_EQ((*files)[0].name, "bot/team.py");
    EXPECT_EQ((*files)[0].content, "class Team: pass\n");
    EXPECT_FALSE((*files)[0].executable);
    EXPECT_TRUE((*files)[1].executable);
}

TEST(Zip, RefusesNamesThatLeadOutOfTheFolder) {
    for (const char* name : {"../evil.py", "a/../../evil", "/etc/passwd", "a//b", "./a", "a\\b",
                             "..", "", "a\nb", "C:\\evil"})
        EXPECT_THAT(refusal(make_zip({{.name = name, .content = "x"}})),
                    HasSubstr("outside the archive"))
            << name;
}

TEST(Zip, RefusesLinksAndDevices) {
    for (const std::uint32_t mode : {0120777u, 0060600u, 0020600u, 0010600u, 0140600u})
        EXPECT_THAT(refusal(make_zip({{.name = "a", .content = "/etc/passwd", .mode = mode}})),
                    HasSubstr("link or a device"));
}

TEST(Zip, SetuidBitsAreNotKept) {
    const auto files = read_zip(make_zip({{.name = "a", .content = "x", .mode = 0104644}}));
    ASSERT_TRUE(files);
    EXPECT_FALSE((*files)[0].executable);
}

TEST(Zip, RefusesBombs) {
    // It unpacks to a thousand times its size.
    const std::string zeros(std::size_t{65} << 20, '\0');
    EXPECT_THAT(refusal(make_zip({{.name = "a", .content = zeros}})),
                HasSubstr("more than 64 MiB"));
    // It states less than it contains.
    EXPECT_THAT(refusal(make_zip({{.name = "a", .content = zeros, .stated_size = 100}})),
                HasSubstr("is damaged"));
    std::vector<test::ZipEntry> many;
    for (int i = 0; i < 1001; ++i) many.push_back({.name = std::to_string(i)});
    EXPECT_THAT(refusal(make_zip(many)), HasSubstr("the maximum is 1000"));
}

// The format counts files in 16 bits.
TEST(Zip, RefusesAHundredThousandFiles) {
    std::vector<test::ZipEntry> many;
    for (int i = 0; i < 100'000; ++i)
        many.push_back({.name = std::to_string(i), .deflated = false});
    const auto began = std::chrono::steady_clock::now();
    EXPECT_NE(refusal(make_zip(many)), "accepted");
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
    many.resize(66'036);  // the list says 500, and no more are read
    EXPECT_LE(read_zip(make_zip(many)).value_or(std::vector<ArchivedFile>()).size(), 500u);
    many.resize(65'534);
    EXPECT_THAT(refusal(make_zip(many)), HasSubstr("the maximum is 1000"));
}

// A few files whose names have many folders would take 99,000 inodes and 400 MB of an ext4 disk.
TEST(Zip, CountsFolders) {
    const auto deep = [](int files, int folders) {
        std::vector<test::ZipEntry> entries;
        for (int i = 0; i < files; ++i) {
            std::string name = std::to_string(i) + "/";
            for (int depth = 1; depth < folders; ++depth) name += "a/";
            entries.push_back({.name = name + "f", .content = "x"});
        }
        return make_zip(entries);
    };
    EXPECT_THAT(refusal(deep(900, 90)), HasSubstr("more than 1000 files and folders"));
    EXPECT_THAT(refusal(deep(11, 91)), HasSubstr("more than 1000 files and folders"));
    EXPECT_EQ(refusal(deep(10, 90)), "accepted");
}

TEST(Zip, RefusesTwoFilesWithOneName) {
    EXPECT_THAT(refusal(make_zip({{.name = "a", .content = "1"}, {.name = "a", .content = "2"}})),
                HasSubstr("twice"));
}

TEST(Zip, RefusesAFileWithTheNameOfAFolder) {
    const auto both = [](std::string first, std::string second) {
        return refusal(make_zip({{.name = std::move(first)}, {.name = std::move(second)}}));
    };
    EXPECT_THAT(both("a", "a/b"), HasSubstr("'a' both as a file and as a folder"));
    EXPECT_THAT(both("a/b/c/d", "a/b"), HasSubstr("'a/b' both"));
    EXPECT_THAT(both("a/", "a"), HasSubstr("'a' both"));
    EXPECT_EQ(both("a/", "a/b"), "accepted");
    EXPECT_EQ(both("a", "ab/c"), "accepted");
}

TEST(Zip, DamagedArchivesAreErrors) {
    const std::string archive = make_zip({{.name = "a.py", .content = std::string(1000, 'x')},
                                          {.name = "b.txt", .content = "y", .deflated = false}});
    ASSERT_TRUE(read_zip(archive));
    for (std::size_t size = 0; size < archive.size(); ++size)
        EXPECT_FALSE(read_zip(std::string_view(archive).substr(0, size)));
    Random random(1);
    for (int i = 0; i < 20'000; ++i) {
        std::string damaged = archive;
        for (int n = 0; n < 3; ++n)
            damaged[random.below(static_cast<std::uint32_t>(damaged.size()))] =
                static_cast<char>(random.next());
        (void)read_zip(damaged);  // must not crash
    }
}

}  // namespace
}  // namespace xttt
