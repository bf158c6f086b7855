#include "arena/submission_checker.h"

#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena_fixture.h"
#include "make_zip.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::string_view kQuickBot = R"(
class Team1:
    def move(self, board, old_move, flag):
        return board.find_valid_move_cells(old_move)[0]
)";

class SubmissionCheckerTest : public test::ArenaFixture {
protected:
    SubmissionCheckerTest() : ArenaFixture(kExtreme) {
        for (const char* name : {"A", "B"})
            teams_.push_back(store_->add_team(name, "", "staff")->first.id);
    }

    Version upload(std::size_t team, std::string_view bytes, std::string name = "bot.py") {
        return *store_->add_version(teams_[team], name, "", bytes);
    }
    VersionState state(const Version& version) { return (*store_->version(version.id))->state; }
    void await(const Version& version, VersionState expected) {
        while (state(version) != expected) std::this_thread::yield();
    }
    std::vector<std::string> audit(std::string_view action) {
        std::vector<std::string> texts;
        const auto entries = *store_->audit(1000);
        for (const AuditEntry& entry : entries)
            if (entry.action == action) texts.push_back(entry.text);
        return texts;
    }

    std::vector<int> teams_;
};

TEST_F(SubmissionCheckerTest, AVersionThatCannotBeCheckedDoesNotStopTheOthers) {
    const Version lost = upload(0, kQuickBot);
    const std::string path = store_->upload_path(lost.digest);
    fs::rename(path, path + ".away");
    const Version other = upload(1, fmt::format("{}# another\n", kQuickBot));
    SubmissionChecker checker(
        *store_, {.time = std::chrono::seconds(1), .pause = std::chrono::milliseconds(1)});
    await(other, VersionState::Ready);
    EXPECT_EQ(state(lost), VersionState::Checking);
    // One entry for many failures.
    EXPECT_THAT(audit("check-failed"), testing::ElementsAre(HasSubstr("cannot read")));
    EXPECT_THAT(checker.problem(),
                HasSubstr(fmt::format("version {} of team {}", lost.number, *lost.team)));
    EXPECT_TRUE(audit("checks-resumed").empty());
    fs::rename(path + ".away", path);
    await(lost, VersionState::Ready);
    while (!checker.problem().empty()) std::this_thread::yield();
    while (audit("checks-resumed").empty()) std::this_thread::yield();
    EXPECT_EQ(audit("check-failed").size(), 1u);
    EXPECT_EQ(audit("checks-resumed").size(), 1u);
}

TEST_F(SubmissionCheckerTest, AnArchiveThatCannotBeUnpackedIsRejected) {
    const Version bad =
        upload(0, test::make_zip({{.name = "a", .content = "x"}, {.name = "a/b", .content = "y"}}),
               "bot.zip");
    SubmissionChecker checker(*store_, {.time = std::chrono::seconds(1)});
    await(bad, VersionState::Rejected);
    EXPECT_THAT((*store_->version(bad.id))->reason, HasSubstr("as a file and as a folder"));
}

TEST_F(SubmissionCheckerTest, OfARejectedVersionOnlyItsSourcesStayOnTheDisk) {
    const Version bad =
        upload(0,
               test::make_zip({{.name = "notes.py", .content = "# no bot\n"},
                               {.name = "more.py", .content = "# no bot either\n"},
                               {.name = "large.py", .content = std::string(2 << 20, '#')},
                               {.name = "zeros/a", .content = std::string(9 << 20, 'a')}}),
               "bot.zip");
    SubmissionChecker checker(*store_, {.time = std::chrono::seconds(1)});
    await(bad, VersionState::Rejected);
    std::set<std::string> left;
    for (const auto& entry : fs::recursive_directory_iterator(store_->bot_folder(bad.id)))
        if (entry.is_regular_file()) left.insert(entry.path().filename());
    EXPECT_EQ(left, (std::set<std::string>{"notes.py", "more.py"}));
    EXPECT_TRUE(fs::exists(store_->upload_path(bad.digest)));
}

TEST_F(SubmissionCheckerTest, ALongBuildDelaysOnlyItsTeam) {
    const Version slow = upload(
        0, test::make_zip({{.name = "Makefile", .content = "all:\n\tsleep 1000\n"}}), "slow.zip");
    const Version next = upload(0, kQuickBot);
    SubmissionChecker checker(*store_, {.time = std::chrono::seconds(1), .cores = 2});
    const Version quick = upload(1, kQuickBot);
    checker.wake();
    await(quick, VersionState::Ready);
    EXPECT_EQ(state(slow), VersionState::Checking);
    EXPECT_EQ(state(next), VersionState::Checking);
    // The end stops the build: the test would time out.
}

TEST_F(SubmissionCheckerTest, VersionsOfATeamAreCheckedInOrderWhileABuildWaits) {
    teams_.push_back(store_->add_team("C", "", "staff")->first.id);
    const std::string slow =
        test::make_zip({{.name = "Makefile", .content = "all:\n\tsleep 1000\n"}});
    upload(0, slow, "slow.zip");
    const Version waiting = upload(1, slow, "slow.zip");
    const Version next = upload(1, kQuickBot);
    const Version other = upload(2, kQuickBot);
    SubmissionChecker checker(*store_, {.time = std::chrono::seconds(1), .cores = 2});
    await(other, VersionState::Ready);
    EXPECT_EQ(state(waiting), VersionState::Checking);
    EXPECT_EQ(state(next), VersionState::Checking);
}

TEST_F(SubmissionCheckerTest, AMissingFolderIsRestoredFromTheUpload) {
    const Version version = upload(0, kQuickBot), newer = upload(0, kQuickBot);
    const std::string folder = store_->bot_folder(version.id);
    {
        SubmissionChecker checker(*store_, {.time = std::chrono::seconds(1)});
        await(newer, VersionState::Ready);
        ASSERT_EQ(state(version), VersionState::Ready);
    }
    ASSERT_TRUE(store_->hold(newer.id, "too slow", "staff"));
    fs::remove_all(folder);
    fs::remove_all(store_->bot_folder(newer.id));
    SubmissionChecker checker(*store_, {.time = std::chrono::seconds(1)});
    while (!fs::exists(folder) || !fs::exists(store_->bot_folder(newer.id)))
        std::this_thread::yield();
    EXPECT_TRUE(fs::exists(folder + "/bot.py"));
    // Its verdict stays.
    EXPECT_EQ(state(version), VersionState::Ready);
    EXPECT_EQ(state(newer), VersionState::Held);
    EXPECT_EQ((*store_->team(teams_[0]))->active, newer.id);
}

}  // namespace
}  // namespace xttt
