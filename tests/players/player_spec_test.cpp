#include "players/player_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "players/make_player.h"
#include "players/python_package.h"
#include "support/paths.h"

namespace xttt {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

template <class T>
T kind_of(const std::string& text) {
    const auto spec = parse_player(text);
    EXPECT_TRUE(spec.has_value()) << spec.error().message;
    return std::get<T>(spec->kind);
}

std::string error_of(const std::string& text) {
    const auto spec = parse_player(text);
    EXPECT_FALSE(spec.has_value()) << text;
    if (spec) return "";
    EXPECT_EQ(spec.error().code, Errc::Usage);
    EXPECT_EQ(spec.error().message.find('\n'), std::string::npos);
    return spec.error().message;
}

TEST(PlayerString, RandomMayNameASeed) {
    EXPECT_EQ(kind_of<RandomSpec>("random").seed, std::nullopt);
    EXPECT_EQ(kind_of<RandomSpec>("random:42").seed, 42u);
    EXPECT_THAT(error_of("random:x"), HasSubstr("seed 'x'"));
}

TEST(PlayerString, EngineTakesAnAlgorithmOptionsAndLimitsOfItsOwn) {
    const auto setup = kind_of<EngineSetup>("engine:mtdf,skill=5,nodes=300,Hash=2,seed=9");
    EXPECT_EQ(setup.options.algorithm, "mtdf");
    EXPECT_EQ(setup.options.skill, 5);
    EXPECT_EQ(setup.options.hash_mb, 2);
    EXPECT_EQ(setup.nodes, 300u);
    EXPECT_EQ(setup.own_seed, 9);
    EXPECT_EQ(kind_of<EngineSetup>("engine:skill=3").options.skill, 3);
}

TEST(PlayerString, EngineSaysWhatItDoesNotKnow) {
    EXPECT_THAT(error_of("engine:stockfish"), HasSubstr("stockfish"));
    EXPECT_THAT(error_of("engine:pvs,skill"), HasSubstr("'skill' needs"));
    EXPECT_THAT(error_of("engine:pvs,speed=9"), HasSubstr("unknown option 'speed'"));
    EXPECT_THAT(error_of("engine:nodes=0"), HasSubstr("number from 1"));
    EXPECT_THAT(error_of("engine:variant=double"), HasSubstr("variant of the game"));
}

TEST(PlayerString, CommandsAreSplitAsAShellSplitsThem) {
    const auto spec = kind_of<UgiSpec>("ugi:./my 'two words' --name=\"a b\"");
    EXPECT_THAT(spec.argv, ElementsAre("./my", "two words", "--name=a b"));
    EXPECT_FALSE(spec.sandboxed);
    EXPECT_TRUE(kind_of<UgiSpec>("sandbox:./my").sandboxed);
    EXPECT_TRUE(kind_of<UgiSpec>("jailed:./my").sandboxed);  // its name before
    EXPECT_THAT(error_of("ugi:./my 'open"), HasSubstr("unclosed quote"));
}

TEST(PlayerString, ProgramsTakeKeysOfTheirOwn) {
    const auto spec = kind_of<UgiSpec>(
        "ugi:name='New one' cmd=./my args=\"--a 'b c'\" dir=/tmp option.Hash=64 option.Clear= "
        "tc=60+0.5 movetime=50ms nodes=7 depth=3 margin=20ms restart=on");
    EXPECT_EQ(spec.name, "New one");
    EXPECT_THAT(spec.argv, ElementsAre("./my", "--a", "b c"));
    EXPECT_EQ(spec.folder, "/tmp");
    EXPECT_THAT(spec.options, ElementsAre(UgiOption{"Hash", "64"}, UgiOption{"Clear", ""}));
    EXPECT_EQ(spec.limits.clock->increment, Milliseconds(500));
    EXPECT_EQ(spec.limits.move_time, Milliseconds(50));
    EXPECT_EQ(spec.limits.nodes, 7u);
    EXPECT_EQ(spec.limits.depth, 3);
    EXPECT_EQ(spec.limits.margin, Milliseconds(20));
    EXPECT_TRUE(spec.restart);
    EXPECT_EQ(kind_of<UgiSpec>("ugi:cmd=./my tc=1:30+0.5").limits.clock->remaining,
              Milliseconds(90'000));
    for (const char* clock : {"1:60", "1:", ":30", "1:-5", "1:2:3", "1441:00"})
        EXPECT_THAT(error_of(std::string("ugi:cmd=./my tc=") + clock),
                    HasSubstr("invalid time control"));
    EXPECT_THAT(error_of("ugi:cmd=./my tc=40/60"), HasSubstr("moves per period"));
    // A command that merely contains '=' stays a command.
    EXPECT_THAT(kind_of<UgiSpec>("ugi:./my name=x").argv, ElementsAre("./my", "name=x"));
    EXPECT_THAT(error_of("ugi:cmd=./my hash=2"), HasSubstr("unknown key 'hash'"));
    EXPECT_THAT(error_of("ugi:cmd=./my option.=2"), HasSubstr("unknown key 'option.'"));
    EXPECT_THAT(error_of("ugi:cmd= name=x"), HasSubstr("'cmd' needs a value"));
}

TEST(PlayerString, ProgramsAreWrittenAsTheyAreRead) {
    for (const std::string text : {"ugi:'/a b/my' '--it'\"'\"'s'", "sandbox:cmd='./my' name='N'",
                                   "ugi:cmd='./my' args=''\"'\"'a b'\"'\"'' dir='/x' "
                                   "name='it'\"'\"'s' movetime='1500ms' tc='60+0.5' "
                                   "nodes='7' depth='3' margin='20ms' restart='on' "
                                   "'option.Move Overhead=7'"}) {
        const auto spec = kind_of<UgiSpec>(text);
        EXPECT_EQ(ugi_player_text(spec), text);
    }
}

TEST(PlayerString, OwnLimitsReplaceThoseOfTheGame) {
    const PlayLimits game{.move_time = Milliseconds(10), .nodes = 5};
    const auto limits = [&](const char* text) { return limits_of(*parse_player(text), game); };
    EXPECT_EQ(limits("ugi:./my"), game);
    EXPECT_EQ(limits("ugi:cmd=./my depth=2"),
              (PlayLimits{.move_time = Milliseconds(10), .depth = 2, .nodes = 5}));
    EXPECT_EQ(limits("ugi:cmd=./my margin=1s").margin, Milliseconds(1000));
    const auto own = limits("ugi:cmd=./my tc=1 nodes=9");
    EXPECT_FALSE(own.move_time.has_value());
    EXPECT_EQ(own.clock->remaining, Milliseconds(1000));
    EXPECT_EQ(own.nodes, 9u);
    EXPECT_EQ(display_name(*parse_player("ugi:cmd=./my name=New")), "New");
    EXPECT_EQ(display_name(*parse_player("ugi:./my")), "ugi:./my");
}

TEST(PlayerString, PythonNamesAFileAndMayNameAClass) {
    EXPECT_EQ(kind_of<CourseBot>("python:dir/team33.py").class_name, "");
    const auto bot = kind_of<CourseBot>("python2:dir:1/team33.py:Team33");
    EXPECT_EQ(bot.file, "dir:1/team33.py");
    EXPECT_EQ(bot.class_name, "Team33");
    EXPECT_EQ(bot.language, CourseBot::Language::Python2);
    EXPECT_THAT(error_of("python:team33.py:"), HasSubstr("class after ':' is missing"));
}

TEST(PlayerString, AnUnknownKindListsTheKnownOnes) {
    EXPECT_THAT(error_of("rnadom"),
                HasSubstr("did you mean 'random'? A player is one of random[:SEED]"));
    EXPECT_THAT(error_of(""), HasSubstr("unknown kind"));
    EXPECT_THAT(error_of("team33.py"),
                HasSubstr("did you mean 'python:team33.py', a course bot, or 'ugi:team33.py'"));
    EXPECT_THAT(error_of("ugi:"), HasSubstr("a value is missing after ':'"));
    EXPECT_THAT(error_of("human:bob"), HasSubstr("takes no options"));
}

std::string refusal_of(const std::string& text) {
    const auto player = make_player(text, kExtreme);
    EXPECT_FALSE(player.has_value()) << text;
    if (player) return "";
    EXPECT_EQ(player.error().code, Errc::Usage);
    return player.error().message;
}

TEST(MakingPlayers, FindsOutBeforeAnyGameWhatCannotPlay) {
    EXPECT_THAT(refusal_of("ugi:./no-such-program"), HasSubstr("no-such-program"));
    EXPECT_THAT(refusal_of("ugi:true"), HasSubstr("does not start"));
    EXPECT_THAT(refusal_of("python:no_such_bot.py"), HasSubstr("no_such_bot.py"));
    EXPECT_THAT(refusal_of("human"), HasSubstr("human"));
}

TEST(MakingPlayers, SaysHowToGetAMissingPythonModule) {
    EXPECT_THAT(refusal_of("ugi:/usr/bin/python3 -c 'import There_Is_None'"),
                AllOf(HasSubstr("No module named 'There_Is_None'; install it for the interpreter"),
                      HasSubstr("package python3-there-is-none, otherwise with pip")));
    for (const char* own : {"No module named 'xttt'", "No module named 'xttt.bot'"})
        EXPECT_THAT(missing_module_hint(own),
                    AllOf(HasSubstr("Debian package python3-xttt"), HasSubstr("make python"),
                          HasSubstr("pip install .")));
    for (const char* other :
         {"", "No module named '", "No module named ''", "No module named 'os.path2'",
          "No module named 'x; reboot'", "ImportError: cannot import name 'x' from 'y'"})
        EXPECT_EQ(missing_module_hint(other), "") << other;
}

TEST(MakingPlayers, LoadsACourseBotBeforeAnyGame) {
    if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    const std::string bots = "python:" + test::source_path("tests/bots/");
    EXPECT_THAT(refusal_of(bots + "hostile/syntax_error.py"), HasSubstr("line"));
    EXPECT_THAT(refusal_of(bots + "hostile/no_class.py"), HasSubstr("no class"));
    EXPECT_THAT(refusal_of(bots + "course/team01_random.py:Nobody"), HasSubstr("Nobody"));
}

}  // namespace
}  // namespace xttt
