#include "testing/test_folder.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <limits>

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "base/random.h"
#include "testing/run_test.h"
#include "testing/sample_test.h"
#include "tournament/runner/local_executor.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;
using test::sample;
using test::TestFolderTest;
using testing::ElementsAre;
using testing::HasSubstr;

MakeTestExecutor on_this_machine() {
    return [](const xttt::Test&, const auto&) -> Result<RunExecutor> {
        return RunExecutor{.executor = std::make_unique<LocalExecutor>(unpinned(1))};
    };
}

TEST(Shares, GoToTheHighestPriorityAndByShareWithinIt) {
    EXPECT_THAT(slots_by_share({}, 10, 40), ElementsAre());
    EXPECT_THAT(slots_by_share({sample(-3)}, 10, 40), ElementsAre(10u));
    const std::vector<xttt::Test> quarter{sample(0, 100), sample(0, 300)};
    EXPECT_THAT(slots_by_share(quarter, 16, 64), ElementsAre(4u, 12u));
    EXPECT_THAT(slots_by_share({sample(0), sample(2), sample(2)}, 16, 64), ElementsAre(0u, 8u, 8u));
    // Each test gets a pair of games, however small its share, and the others more in proportion.
    EXPECT_THAT(slots_by_share(quarter, 4, 16), ElementsAre(2u, 6u));
    EXPECT_THAT(slots_by_share(quarter, 4, 4), ElementsAre(2u, 3u));
    EXPECT_THAT(slots_by_share({sample(0, 1), sample(0, 10'000)}, 4, 16), ElementsAre(2u, 16u));
}

TEST(TestText, IsReadAsItIsWritten) {
    auto test = sample(3, 50);
    EXPECT_EQ(test_text(parse_test(test_text(test), 1).value()), test_text(test));
    test.parameters = {parse_spsa_parameter("A,int,5,0,9,1,0.1").value()};
    test.iterations = 7;
    const auto text = test_text(test);
    EXPECT_EQ(test_text(parse_test(text, 1).value()), text);
    // Damaged files are refused, whatever is wrong with them.
    Random random(1);
    for (int i = 0; i < 2000; ++i) {
        auto changed = text;
        changed[random.below(static_cast<std::uint32_t>(text.size()))] =
            static_cast<char>(random.below(256));
        (void)parse_test(changed, 1);
        (void)parse_test(text.substr(0, random.below(static_cast<std::uint32_t>(text.size()))), 1);
    }
    EXPECT_FALSE(parse_test("{}", 1));
    EXPECT_FALSE(parse_test("[]", 1));
}

TEST(StateText, IsReadAsItIsWritten) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    TestState state{.status = TestStatus::Waiting, .message = "\"x\"", .wins = 4};
    state.pairs[4] = 2;
    state.llr = 0.5;
    state.history = {{2, 0.25}, {4, 0.5}};
    for (const std::optional<Estimate> elo : {std::optional<Estimate>(), {{1.5, -2, 5}}}) {
        state.elo = elo;
        EXPECT_EQ(state_text(parse_state(state_text(state)).value()), state_text(state));
    }
    state.elo = Estimate{kInfinity, -290, kInfinity};  // nothing but wins
    EXPECT_FALSE(parse_state(state_text(state)).value().elo);
    state.forfeits.add(0, ForfeitReason::Crash, "exit code 3");
    state.forfeits.add(1, ForfeitReason::TimeLimit, "late");
    const auto read = parse_state(state_text(state)).value();
    EXPECT_EQ(read.forfeits.by_reason, state.forfeits.by_reason);
    EXPECT_EQ(read.forfeits.last, "late");
    EXPECT_EQ(read.forfeits.text(0), "1 by crash");
    state.values = {1, 2.5};
    EXPECT_EQ(parse_state(state_text(state)).value().values, state.values);
    EXPECT_FALSE(parse_state("{}"));
}

TEST(Curve, KeepsTheCurveHoweverLongItIs) {
    TestHistory history;
    for (int i = 1; i <= 100'000; ++i) history.add({static_cast<double>(i)});
    const auto points = history.points();
    EXPECT_GT(points.size(), 150u);
    EXPECT_LE(points.size(), 401u);
    EXPECT_EQ(points.front()[0], 1);
    EXPECT_EQ(points.back()[0], 100'000);
    EXPECT_TRUE(std::ranges::is_sorted(points));
}

TEST_F(TestFolderTest, NumbersTestsAndKeepsTheirState) {
    const TestFolder folder(path_);
    std::vector<std::string> problems;
    TestReader reader(folder);
    EXPECT_TRUE(reader.read(problems).empty());
    for (const int number : {1, 2}) {
        auto test = sample();
        ASSERT_TRUE(folder.submit(test));
        EXPECT_EQ(test.number, number);
    }
    EXPECT_EQ(reader.read(problems).size(), 2u);
    EXPECT_EQ(folder.state(2).status, TestStatus::Queued);
    ASSERT_TRUE(folder.request_stop(2, true));
    EXPECT_EQ(folder.state(2).status, TestStatus::Stopped);
    ASSERT_TRUE(folder.request_stop(2, false));
    ASSERT_TRUE(folder.set_state(2, {.status = TestStatus::Finished, .message = "H1 accepted"}));
    EXPECT_EQ(folder.state(2).message, "H1 accepted");
    ASSERT_TRUE(TestFolder::replace(folder.file(1, "test.json"), "{\"name\": 3}"));
    EXPECT_EQ(reader.read(problems).size(), 1u);
    EXPECT_THAT(problems, ElementsAre(HasSubstr("damaged test")));
    const auto missing = folder.test(3);
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().message, HasSubstr("there is no test 3"));
}

// Bytes that this process has read from files.
long bytes_read() {
    std::ifstream io("/proc/self/io");
    std::string name;
    long count = 0;
    io >> name >> count;
    return count;
}

TEST_F(TestFolderTest, ReadsEndedTestsOnce) {
    const TestFolder folder(path_);
    TestState state{.status = TestStatus::Finished, .message = "H1 accepted"};
    for (int i = 0; i < 400; ++i) state.history.push_back({2.0 * i, 0.01 * i});
    for (int i = 1; i <= 50; ++i) {
        auto test = sample();
        ASSERT_TRUE(folder.submit(test));
        ASSERT_TRUE(folder.set_state(i, state));
    }
    TestReader reader(folder);
    std::vector<std::string> problems;
    long before = bytes_read();
    const auto first = reader.read(problems);
    EXPECT_GT(bytes_read() - before, 100'000);
    before = bytes_read();
    const auto second = reader.read(problems);
    EXPECT_LT(bytes_read() - before, 5'000);
    EXPECT_TRUE(first == second);
    TestPages pages;
    EXPECT_EQ(pages.json(first, problems), TestPages().json(second, problems));
    // One that changes is read again, and the page with it.
    state.message = "resumed";
    ASSERT_TRUE(folder.set_state(7, state));
    const auto third = reader.read(problems);
    ASSERT_EQ(third.size(), 50u);
    EXPECT_EQ(third[6]->state.message, "resumed");
    EXPECT_EQ(third[5], first[5]);
    EXPECT_NE(pages.json(third, problems), pages.json(first, problems));
    EXPECT_EQ(pages.json(third, problems), TestPages().json(third, problems));
    EXPECT_THAT(problems, ElementsAre());
}

TEST_F(TestFolderTest, AStopRequestIsSeenAtOnce) {
    const TestFolder folder(path_);
    auto test = sample();
    ASSERT_TRUE(folder.submit(test));
    TestReader reader(folder);
    std::vector<std::string> problems;
    EXPECT_FALSE(reader.read(problems)[0]->stop_requested);
    ASSERT_TRUE(folder.request_stop(1, true));
    const auto stopped = reader.read(problems)[0];
    EXPECT_TRUE(stopped->stop_requested);
    EXPECT_EQ(stopped->state.status, TestStatus::Stopped);
    ASSERT_TRUE(folder.request_stop(1, false));
    EXPECT_FALSE(reader.read(problems)[0]->stop_requested);
}

// Another process may start a program as soon as it has its name.
TEST_F(TestFolderTest, AProgramCanRunFromTheMomentItHasItsName) {
    const TestFolder folder(path_);
    const auto path = folder.keep_program("one", "abc").value();
    ASSERT_EQ(::access(path.c_str(), X_OK), 0);
    fs::remove(path);
    const int watch = ::inotify_init1(IN_NONBLOCK);
    ASSERT_GE(::inotify_add_watch(watch, (path_ + "/files").c_str(), IN_MOVED_TO | IN_ATTRIB), 0);
    EXPECT_EQ(folder.keep_program("one", "abc").value(), path);
    alignas(inotify_event) std::array<char, 4096> buffer;
    const auto size = ::read(watch, buffer.data(), buffer.size());
    ::close(watch);
    std::vector<std::uint32_t> events;
    for (ssize_t at = 0; at < size;) {
        const auto* event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
        if (std::string_view(event->name) == "abc") events.push_back(event->mask);
        at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
    }
    EXPECT_THAT(events, ElementsAre(IN_MOVED_TO));  // and no change of its permissions
    EXPECT_EQ(::access(path.c_str(), X_OK), 0);
    // What a crash of the machine left is replaced.
    std::ofstream(path) << "o";
    EXPECT_EQ(folder.keep_program("one", "abc").value(), path);
    EXPECT_EQ(fs::file_size(path), 3u);
}

TEST_F(TestFolderTest, ATestRunsStopsAndResumesWithTheSameResult) {
    const TestFolder folder(path_);
    auto whole = sample(), parts = sample();
    ASSERT_TRUE(folder.submit(whole));
    ASSERT_TRUE(folder.submit(parts));
    TestControl control;
    control.slots = 4;
    run_test(whole, folder, on_this_machine(), control);
    const TestState all = folder.state(1);
    EXPECT_EQ(all.status, TestStatus::Finished) << all.message;
    EXPECT_EQ(all.message, "undecided");
    EXPECT_EQ(all.games(), 40);
    EXPECT_EQ(all.history.back()[0], 40);
    // Interrupted before it starts, and then run.
    ASSERT_TRUE(folder.request_stop(2, true));
    control.interrupts = 1;
    run_test(parts, folder, on_this_machine(), control);
    EXPECT_EQ(folder.state(2).status, TestStatus::Stopped);
    ASSERT_TRUE(folder.request_stop(2, false));
    control.interrupts = 0;
    run_test(parts, folder, on_this_machine(), control);
    EXPECT_EQ(state_text(folder.state(2)), state_text(all));
    std::vector<std::string> problems;
    const std::string page = TestPages().page(TestReader(folder).read(problems), problems);
    EXPECT_THAT(page, HasSubstr("a &lt;b&gt; &amp; c"));
    EXPECT_THAT(page, HasSubstr("SPRT from 1 to 7.5 Elo"));
    EXPECT_THAT(page, HasSubstr(fmt::format("pairs (0, 1/2, 1, 3/2, 2 points): {}",
                                            fmt::join(all.pairs, " "))));
    EXPECT_THAT(page, HasSubstr("<polyline class=\"p0\""));
}

TEST_F(TestFolderTest, AnUndecidedTestContinuesWithMoreGames) {
    const TestFolder folder(path_);
    auto test = sample();
    ASSERT_TRUE(folder.submit(test));
    TestControl control;
    control.slots = 4;
    run_test(test, folder, on_this_machine(), control);
    const TestState before = folder.state(1);
    EXPECT_TRUE(is_undecided(test, before));
    test.config.stages[0].games = 60;
    ASSERT_TRUE(TestFolder::replace(folder.file(1, "test.json"), test_text(test)));
    run_test(folder.test(1).value(), folder, on_this_machine(), control);
    const TestState after = folder.state(1);
    EXPECT_EQ(after.status, TestStatus::Finished) << after.message;
    EXPECT_EQ(after.games(), 60);
    EXPECT_EQ(after.history.front(), before.history.front());
}

// A new version that crashes loses its games; its author must see why.
TEST_F(TestFolderTest, ForfeitsAndTheirReasonsAreShown) {
    const TestFolder folder(path_);
    auto test = sample();
    test.config.entrants = {{"new", "ugi:cmd=./mine name=<Mine>"}, {"old", "random:2"}};
    test.config.stages[0].games = 4;
    ASSERT_TRUE(folder.submit(test));
    TestState state{.status = TestStatus::Finished, .message = "undecided", .losses = 4};
    for (int i = 0; i < 3; ++i) state.forfeits.add(0, ForfeitReason::Crash, "exit code 3");
    state.forfeits.add(1, ForfeitReason::TimeLimit, "2 ms <late>");
    ASSERT_TRUE(folder.set_state(1, state));
    std::vector<std::string> problems;
    const auto tests = TestReader(folder).read(problems);
    const auto page = TestPages().page(tests, problems);
    EXPECT_THAT(page, HasSubstr("4 forfeits"));
    EXPECT_THAT(page, HasSubstr("forfeits: new 3 by crash; old 1 by time-limit; the last: 2 ms "
                                "&lt;late&gt;"));
    EXPECT_THAT(page, HasSubstr("Last change: 2"));
    const auto json = TestPages().json(tests, problems);
    EXPECT_THAT(json, HasSubstr("\"players\":[\"<Mine>\",\"random:2\"]"));
    EXPECT_THAT(json, HasSubstr("\"forfeits\":{\"crash\":[3,0],\"time-limit\":[0,1]}"));
}

TEST_F(TestFolderTest, ATestThatCannotBePlayedFailsOrWaitsWithTheReason) {
    const TestFolder folder(path_);
    auto test = sample();
    ASSERT_TRUE(folder.submit(test));
    TestControl control;
    control.slots = 4;
    const auto broken = [](const xttt::Test&, const auto&) -> Result<RunExecutor> {
        return fail(Errc::Io, "no machine");
    };
    run_test(test, folder, broken, control);
    EXPECT_EQ(folder.state(1).status, TestStatus::Queued);
    EXPECT_EQ(folder.state(1).message, "no machine");
    test.config.openings = "/no/such/book";
    run_test(test, folder, on_this_machine(), control);
    EXPECT_EQ(folder.state(1).status, TestStatus::Failed);
    EXPECT_THAT(folder.state(1).message, HasSubstr("the openings"));
}

}  // namespace
}  // namespace xttt
