#include <csignal>
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "players/bot_command.h"
#include "process/hostile.h"
#include "rules/notation.h"
#include "rules/position.h"
#include "support/paths.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;
using Kind = OutputEvent::Kind;

constexpr auto kBotTimeout = 60s;  // more than a busy host needs

// A course bot in its sandbox, spoken to as the referee does.
class Bot {
public:
    explicit Bot(const std::string& name, std::uint64_t memory_limit = std::uint64_t{128} << 20)
        : child_(start(name, memory_limit)) {}

    std::string ask(const std::string& text) {
        child_.send(text);
        for (;;) {
            const auto event = child_.await_text_line(after(kBotTimeout));
            if (event.kind == Kind::Violated) return "violation " + child_.violation()->evidence;
            if (event.kind != Kind::TextLine && event.kind != Kind::Closed) return "no line";
            if (event.kind == Kind::Closed) return "ended: " + to_text(child_.kill());
            const bool answer = event.text_line.starts_with("bestmove ") ||
                                event.text_line.starts_with("forfeit ") ||
                                event.text_line == "readyok";
            if (answer) return std::string(event.text_line);
        }
    }
    std::string first_move() { return ask("position startpos\ngo\n"); }
    Child& child() { return child_; }

    static Child start(const std::string& name, std::uint64_t memory_limit) {
        auto options = course_bot_command({.file = test::source_path("tests/bots/") + name});
        if (options) options->sandbox->memory_limit = memory_limit;
        auto child = options ? Child::start(*options) : std::unexpected(options.error());
        if (!child) throw std::runtime_error(child.error().message);
        return std::move(*child);
    }

private:
    Child child_;
};

class CourseBots : public testing::Test {
protected:
    void SetUp() override {
        if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    }

    static Violation violation_of(const std::string& name) {
        Bot bot("hostile/" + name + ".py");
        EXPECT_THAT(bot.first_move(), StartsWith("violation ")) << bot.child().error_tail();
        return bot.child().violation().value_or(Violation{});
    }
    static std::string answer_of(const std::string& name) {
        return Bot("hostile/" + name + ".py").first_move();
    }
};

// The bot plays both sides' turns in a random game until it ends or the plies are spent: each of
// its answers must be legal in the C++ rules.
template <const Variant& V>
void play(const std::string& name, int plies) {
    SCOPED_TRACE(name);
    Bot bot("course/" + name, SandboxConfig().memory_limit);
    ASSERT_EQ(
        bot.ask(fmt::format("ugi\nsetoption name Variant value {}\nuginewgame\nisready\n", V.name)),
        "readyok")
        << bot.child().error_tail();
    Random random(33);
    auto position = Position<V>::initial();
    std::string text = "position startpos moves";
    for (int ply = 0; ply < plies && !position.over(); ++ply) {
        Move move;
        if (ply % 3 == 2) {
            move = position.nth_legal(
                random.below(static_cast<std::uint32_t>(position.legal_count())));
        } else {
            const std::string answer = bot.ask(text + "\ngo movetime 1000\n");
            ASSERT_THAT(answer, StartsWith("bestmove ")) << bot.child().error_tail();
            const auto parsed = parse_move(position, answer.substr(9));
            ASSERT_TRUE(parsed) << answer;
            move = *parsed;
            bot.child().pause();
            bot.child().resume();
        }
        text += ' ' + move_text<V>(move);
        position.play(move);
    }
    EXPECT_FALSE(bot.child().violation());
}

TEST_F(CourseBots, OfTheEditionOf2018Play) {
    for (const char* name :
         {"team01_random.py", "team02_alphabeta.py", "team03_alarm.py", "team04_tables.py",
          "team05_recursion.py", "team06_idioms.py", "team12_modern.py"})
        play<kExtreme>(name, 15);
}

TEST_F(CourseBots, OfTheEditionOf2019Play) {
    for (const char* name : {"team07_random.py", "team08_mcts.py", "team09_numpy.py",
                             "team10_modules.py", "team11_clock.py"})
        play<kDouble>(name, 15);
}

TEST_F(CourseBots, MayUsePandasAndScikitLearn) {
    if (!std::filesystem::exists("/usr/lib/python3/dist-packages/sklearn") ||
        !std::filesystem::exists("/usr/lib/python3/dist-packages/pandas"))
        GTEST_SKIP() << "python3-pandas and python3-sklearn are not installed";
    play<kDouble>("team13_pandas.py", 5);
}

TEST_F(CourseBots, MayCallTheStandardLibraryInnocently) {
    play<kExtreme>("team14_standard_library.py", 2);
}

TEST_F(CourseBots, PlayWholeGames) {
    play<kExtreme>("team01_random.py", 300);
    play<kDouble>("team07_random.py", 200);
}

TEST_F(CourseBots, PlayTheVariantsWithoutACourseToo) {
    play<kDiagonal>("team01_random.py", 30);
    play<kUltimate>("team12_modern.py", 30);
}

TEST_F(CourseBots, StartingProcessesAndThreadsIsNamed) {
    for (const char* name : {"forks", "runs_a_command", "starts_a_thread"}) {
        SCOPED_TRACE(name);
        EXPECT_EQ(violation_of(name).kind, Violation::Kind::ProcessOrThread);
    }
    EXPECT_THAT(violation_of("starts_a_thread").evidence, HasSubstr("a thread"));
}

TEST_F(CourseBots, ForbiddenCallsAreNamed) {
    EXPECT_EQ(violation_of("opens_a_socket").evidence, "socket(AF_INET)");
    EXPECT_THAT(violation_of("writes_a_file").evidence, HasSubstr("\"notes.txt\", O_WRONLY"));
    EXPECT_EQ(violation_of("signals_the_referee").evidence, "kill(1, 9)");
}

TEST_F(CourseBots, TooMuchMemoryIsNamed) {
    EXPECT_EQ(violation_of("allocates").kind, Violation::Kind::Memory);
    EXPECT_THAT(answer_of("allocates_at_once"), StartsWith("forfeit memory MemoryError"));
}

TEST_F(CourseBots, TheirTemporaryFolderIsTheirOwnAndEmptyEachTime) {
    EXPECT_EQ(answer_of("writes_a_temporary_file"), "bestmove a1");
    EXPECT_EQ(answer_of("writes_a_temporary_file"), "bestmove a1");
}

TEST_F(CourseBots, SeeOnlyTheirOwnFolder) {
    ::setenv("SECRET", "of the referee", 1);
    EXPECT_EQ(answer_of("looks_around"), "bestmove a1");
}

TEST_F(CourseBots, TimeIsKeptFromOutside) {
    for (const char* name : {"loops", "stops_itself", "slow_constructor"}) {
        SCOPED_TRACE(name);
        const auto once = [&] {
            return test::overrun(
                Bot::start(fmt::format("hostile/{}.py", name), SandboxConfig().memory_limit),
                300ms);
        };
        EXPECT_LT(test::quickest(once), 100ms);
    }
}

TEST_F(CourseBots, ClosingDescriptorsForgesNothing) {
    EXPECT_EQ(answer_of("closes_standard_descriptors"), "bestmove a1");
    EXPECT_THAT(answer_of("closes_every_descriptor"), StartsWith("ended: "));
    EXPECT_EQ(answer_of("ends_the_process"), "ended: exit code 5");
    EXPECT_EQ(answer_of("replaces_stdout"), "bestmove a1");
    EXPECT_EQ(answer_of("floods_its_log"), "bestmove a1");
}

TEST_F(CourseBots, CannotReadOtherEntrantsOfTheirFolder) {
    EXPECT_EQ(answer_of("reads_a_rival"), "bestmove a1");
}

TEST(CourseBotCommand, AMissingFileIsNamed) {
    const auto options = course_bot_command({.file = "no/such/bot.py"});
    ASSERT_FALSE(options);
    EXPECT_THAT(options.error().message, HasSubstr("no/such/bot.py"));
}

TEST(HostForfeit, IsReadBack) {
    const auto forfeit = parse_forfeit("forfeit board block_status[0][0] was '-' and is 'x'");
    ASSERT_TRUE(forfeit);
    EXPECT_EQ(forfeit->reason, HostForfeit::Reason::Board);
    EXPECT_EQ(forfeit->evidence, "block_status[0][0] was '-' and is 'x'");
    EXPECT_FALSE(parse_forfeit("bestmove a1"));
    EXPECT_FALSE(parse_forfeit("forfeit whim because"));
    EXPECT_TRUE(parse_forfeit("forfeit crash"));
}

}  // namespace
}  // namespace xttt
