#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "players/player_spec.h"
#include "support/fresh_folder.h"
#include "support/paths.h"
#include "tournament/config/tournament_config.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kTwo =
    "[[entrant]]\nname = 'a'\nplayer = 'random'\n[[entrant]]\nname = 'b'\nplayer = 'engine'\n";

TournamentConfig good(const std::string& text) {
    auto config = parse_config(text, "cup.toml");
    if (!config) throw std::runtime_error(config.error().message);
    return std::move(*config);
}
std::string complaint(const std::string& text) {
    const auto config = parse_config(text, "cup.toml");
    if (config) return "nothing is wrong";
    EXPECT_EQ(config.error().code, Errc::Usage);
    return config.error().message;
}

TEST(Config, NeedsLittle) {
    const auto config = good(kTwo);
    EXPECT_EQ(config.name, "cup");
    EXPECT_EQ(config.store, "cup.db");
    EXPECT_EQ(config.variant, &kExtreme);
    EXPECT_EQ(config.limits.move_time, kExtreme.move_time);
    ASSERT_EQ(config.stages.size(), 1u);
    EXPECT_EQ(config.stages[0].format, Format::RoundRobin);
    EXPECT_EQ(config.stages[0].games, 2);
    EXPECT_EQ(config.entrants[1], (EntrantConfig{"b", "engine"}));
}

TEST(Config, SaysEverything) {
    const auto config = good(R"(
[tournament]
name = "Cup"
variant = "double"
seed = 9
store = "x/y.db"
[limits]
move_time = "1.5s"
clock = "60+0.5"
nodes = 1000
depth = 5
margin = "2ms"
start_time = "20s"
[games]
per_pairing = 4
opening_plies = 3
[machine]
jobs = 3
cores = 2
memory = "4GiB"
bot_memory = "512 MB"
sandbox = false
replay_busy = true
[[stage]]
name = "first"
format = "swiss"
rounds = 1
promote = 2
[[stage]]
format = "adaptive"
games = 2
budget = 40
batch = 3
)" + kTwo);
    EXPECT_EQ(config.name, "Cup");
    EXPECT_EQ(config.variant, &kDouble);
    EXPECT_EQ(config.seed, 9u);
    EXPECT_EQ(config.store, "x/y.db");
    EXPECT_EQ(config.limits.move_time, Milliseconds(1500));
    EXPECT_EQ(config.limits.clock->increment, Milliseconds(500));
    EXPECT_EQ(config.limits.nodes, 1000u);
    EXPECT_EQ(config.limits.depth, 5);
    EXPECT_EQ(config.margin, Milliseconds(2));
    EXPECT_EQ(config.start_limit, Milliseconds(20'000));
    EXPECT_EQ(config.opening_plies, 3);
    EXPECT_EQ(config.machine.jobs, 3);
    EXPECT_EQ(config.machine.memory, std::uint64_t{4} << 30);
    EXPECT_EQ(config.machine.bot_memory, 512'000'000u);
    EXPECT_FALSE(config.machine.sandbox);
    EXPECT_TRUE(config.machine.replay_busy);
    ASSERT_EQ(config.stages.size(), 2u);
    EXPECT_EQ(config.stages[0].games, 4);
    EXPECT_EQ(config.stages[0].draw, Draw::Random);
    EXPECT_EQ(config.stages[1].draw, Draw::Seeded);
    EXPECT_EQ(config.stages[1].budget, 40);
    EXPECT_EQ(config.stages[1].name, "stage 2");
}

TEST(Config, SaysWhereItIsBroken) {
    EXPECT_THAT(complaint("[tournament\nname = 1\n"), StartsWith("cup.toml, line 1, column 12: "));
    EXPECT_THAT(complaint("a = 'x\n"), StartsWith("cup.toml, line 1, column "));
    EXPECT_THAT(complaint("[limits]\n  nodes = 'many'\n"),
                StartsWith("cup.toml, line 2, column 11: 'nodes' must be a whole number"));
    EXPECT_THAT(complaint("limits = 3\n"), HasSubstr("[limits]"));
    EXPECT_THAT(complaint("entrant = 3\n"), HasSubstr("[[entrant]]"));
    EXPECT_THAT(complaint("[limits]\nmove_time = '5 parsecs'\n"), HasSubstr("not a time"));
    EXPECT_THAT(complaint("[machine]\nmemory = 'lots'\n"), HasSubstr("not an amount of memory"));
}

TEST(Config, NamesTheKeyThatWasMeant) {
    EXPECT_THAT(complaint("[tournament]\nvarient = 'double'\n" + kTwo),
                StartsWith("cup.toml, line 2, column 1: [tournament] has no key 'varient'; did you "
                           "mean 'variant'?"));
    EXPECT_THAT(complaint("[limit]\n" + kTwo), HasSubstr("did you mean 'limits'?"));
    EXPECT_THAT(complaint("[limits]\nzzzzzzzz = 1\n"), HasSubstr("choose from move_time"));
    EXPECT_THAT(complaint(kTwo + "[[stage]]\nformat = 'round robin'\n"),
                HasSubstr("did you mean 'round-robin'?"));
}

TEST(Config, ChecksEntrants) {
    EXPECT_THAT(complaint(""), HasSubstr("2 to 10000 entrants, not 0"));
    EXPECT_THAT(
        complaint(kTwo + "[[entrant]]\nname = 'a'\nplayer = 'random'\n"),
        StartsWith(
            "cup.toml, line 8, column 8: two entrants are named 'a'; the first is in line 2"));
    EXPECT_THAT(complaint(kTwo + "[[entrant]]\nplayer = 'python:nowhere/bot.py'\n"),
                StartsWith("cup.toml, line 8, column 10: no such bot file: nowhere/bot.py"));
    EXPECT_THAT(complaint(kTwo + "[[entrant]]\nplayer = 'human'\n"), HasSubstr("human"));
    EXPECT_THAT(complaint(kTwo + "[[entrant]]\nplayer = 'chess'\n"), HasSubstr("unknown kind"));
    EXPECT_THAT(complaint(kTwo + "[[entrant]]\nname = 'c'\n"), HasSubstr("needs a 'player'"));
    EXPECT_THAT(complaint(kTwo + "[[entrant]]\nplayer = 'ugi:./no-such-engine'\n"),
                HasSubstr("no-such-engine"));
}

TEST(Config, ChecksStages) {
    const auto stage = [](const std::string& keys) {
        return complaint(kTwo + "[[stage]]\n" + keys);
    };
    EXPECT_THAT(stage("pools = 2\n"), HasSubstr("too few for 2 pools"));
    EXPECT_THAT(stage("promote = 1\n"), HasSubstr("last stage cannot promote"));
    EXPECT_THAT(stage("rounds = 1\n"), HasSubstr("belongs to the format 'swiss'"));
    EXPECT_THAT(stage("format = 'swiss'\nrounds = 2\n"),
                HasSubstr("after 1 every entrant has met every other"));
    EXPECT_THAT(stage("format = 'adaptive'\n"), HasSubstr("needs 'budget'"));
    EXPECT_THAT(stage("format = 'gauntlet'\nchallengers = 2\n"), HasSubstr("only 2 entrants"));
    EXPECT_THAT(stage("promote = 3\n[[stage]]\n"), HasSubstr("only 2 entrants"));
    EXPECT_THAT(stage("name = 'q'\n[[stage]]\nname = 'q'\n"), HasSubstr("two stages"));
}

TEST(Config, FindsFilesBesideIt) {
    const test::FreshFolder folder;
    std::filesystem::create_directory(folder / "bots");
    std::ofstream(folder / "bots/one.py") << "class Player1: pass\n";
    std::ofstream(folder / "bots/two.py") << "class Player2: pass\n";
    std::ofstream(folder / "open.txt") << "a1\n";
    const auto config = parse_config(
        "[games]\nopenings = 'open.txt'\n[[bots]]\nfolder = 'bots'\n"
        "[[entrant]]\nname = 'again'\nplayer = 'python:bots/one.py:Player1'\n",
        folder / "cup.toml");
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_EQ(config->openings, folder / "open.txt");
    EXPECT_EQ(config->store, folder / "cup.db");
    const std::string bots = folder / "bots";
    EXPECT_EQ(config->entrants,
              (std::vector<EntrantConfig>{{"again", "python:" + bots + "/one.py:Player1"},
                                          {"one", "python:" + bots + "/one.py"},
                                          {"two", "python:" + bots + "/two.py"}}));
    EXPECT_FALSE(parse_config("[[bots]]\nfolder = 'empty'\n", folder / "cup.toml"));
    EXPECT_FALSE(read_config(folder / "missing.toml"));
}

TEST(Config, CanBeWrittenAndReadAgain) {
    const test::FreshFolder folder;
    std::ofstream(folder / "my bot.py") << "class Player1: pass\n";
    for (const auto* more : {"",
                             "[[stage]]\nformat = 'swiss'\nrounds = 1\npromote = 2\n[[stage]]\n"
                             "name = 'q\"q'\nformat = 'adaptive'\nbudget = 9\nbatch = 2\n"
                             "[limits]\nclock = '60+0.5'\nnodes = 7\n[tournament]\nseed = 4\n"}) {
        const auto config =
            parse_config(kTwo + "[[entrant]]\nname = 'c'\nplayer = 'python:my bot.py'\n" + more,
                         folder / "cup.toml");
        ASSERT_TRUE(config) << config.error().message;
        const auto again = parse_config(config_text(*config), "anywhere");
        ASSERT_TRUE(again) << again.error().message << config_text(*config);
        EXPECT_EQ(difference(*config, *again), "");
        EXPECT_EQ(config_text(*again), config_text(*config));
    }
}

TEST(Config, TheExamplesAreRight) {
    const auto engines = read_config(test::source_path("examples/engine-test.toml"));
    EXPECT_TRUE(engines) << engines.error().message;
    // The course's bots are not ours to ship; the example bots beside it are too few.
    const auto course = read_config(test::source_path("examples/course.toml"));
    ASSERT_FALSE(course);
    EXPECT_THAT(course.error().message, HasSubstr("too few for 10 pools"));
    const test::FreshFolder folder;
    std::filesystem::create_directory(folder / "bots");
    for (int i = 0; i < 80; ++i)
        std::ofstream(folder / ("bots/team" + std::to_string(i) + ".py")) << "class Team: pass\n";
    std::filesystem::copy(test::source_path("examples/course.toml"), folder / "course.toml");
    const auto copied = read_config(folder / "course.toml");
    ASSERT_TRUE(copied) << copied.error().message;
    EXPECT_EQ(copied->entrants.size(), 80u);
    EXPECT_EQ(copied->stages.size(), 3u);
}

TEST(Config, FindsTheDifferenceBetweenTwoRuns) {
    const auto before = good(kTwo);
    EXPECT_EQ(difference(before, good(kTwo + "[machine]\njobs = 2\n")), "");
    EXPECT_EQ(difference(before, good(kTwo + "[games]\nper_pairing = 4\n")), "stage 'round robin'");
    EXPECT_EQ(difference(before, good(kTwo + "[limits]\ndepth = 4\n")), "the limits");
    EXPECT_EQ(difference(before, good(kTwo + "[[entrant]]\nplayer = 'random'\n")),
              "the number of entrants");
}

TEST(Config, RefusesKeysThatNestTooDeeply) {
    std::string key = "a";
    for (int i = 0; i < 50'000; ++i) key += ".a";
    for (const std::string& text : {key + " = 1\n", "[" + key + "]\n", "x = {" + key + " = 1}\n"}) {
        const auto config = parse_config("# ...\n" + text, "cup.toml");
        ASSERT_FALSE(config);
        EXPECT_EQ(config.error().message, "cup.toml, line 2: a key has too many parts");
    }
    // As deep as arrays, inline tables and the longest keys can be combined.
    std::string nested;
    for (int i = 0; i < 250; ++i) nested += (i == 0 ? "" : "{") + key.substr(0, 121) + " = [\n";
    EXPECT_FALSE(parse_config(nested, "cup.toml"));
}

TEST(Config, RefusesStagesWithMoreGamesThanCanBeKept) {
    std::string text = "[games]\nper_pairing = 1000000\n";
    for (int i = 0; i < 200; ++i)
        text += fmt::format("[[entrant]]\nname = \"{}\"\nplayer = \"random\"\n", i);
    EXPECT_FALSE(parse_config(text + "[[stage]]\nname = \"all\"\n", "cup.toml"));
    EXPECT_FALSE(parse_config(text, "cup.toml"));
}

TEST(ResolvePlayer, IsTheSameWhenItIsReadBack) {
    const test::FreshFolder folder;
    const std::string program = folder / "my bot";
    std::ofstream(program) << "#!/bin/sh\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const std::string given = "ugi:'" + program + "' --name \"it's\" plain";
    const auto once = resolve_player(given, "");
    ASSERT_TRUE(once) << once.error().message;
    EXPECT_EQ(resolve_player(*once, "").value(), *once);
    const auto spec = std::get<UgiSpec>(parse_player(*once)->kind);
    EXPECT_EQ(spec.argv, (std::vector<std::string>{program, "--name", "it's", "plain"}));
}

}  // namespace
}  // namespace xttt
