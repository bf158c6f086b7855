#include "cluster/order.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "cluster/wire.h"
#include "players/random_player.h"
#include "referee/opening.h"
#include "referee/referee.h"

namespace xttt {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

GameOrder sample_order() {
    GameOrder order{.run = "open-2026", .item = "17", .players = {}, .setup = {}};
    order.players[0] = {.text = "python:bots/team33.py:Player33",
                        .bot = BotPackage{.main = "team33.py", .set = sha256_hex("a")}};
    order.players[1] = {.text = "engine:pvs,EvalFile=net.xnet",
                        .bot = {},
                        .files = {{"EvalFile", sha256_hex("b")}}};
    order.setup.variant = &kDouble;
    order.setup.opening = random_opening(kDouble, 6, 1).moves;
    order.setup.limits[0] = {.move_time = Milliseconds(16000)};
    order.setup.limits[1] = {
        .clock = GameClock{Milliseconds(60000), Milliseconds(500)}, .depth = 4, .nodes = 100'000};
    order.setup.margin = Milliseconds(20);
    order.setup.seed = 0xfedcba9876543210u;
    order.setup.tags = {{"Event", "Open"}, {"X", "team 33"}};
    order.memory_limit = std::uint64_t{1} << 30;
    order.attempts = 3;
    return order;
}

// A game between two random players, as an honest worker would report it.
Report sample_report(const GameOrder& order) {
    RandomPlayer x, o;
    auto played = play_game(order.setup, {&x, &o});
    return {.run = order.run,
            .item = order.item,
            .worker = "lab-7",
            .attempt = 2,
            .outcome = std::move(*played)};
}

TEST(OrderText, ReadsWhatItWrites) {
    auto order = sample_order();
    order.reference_speed = 1.5e8;
    order.bot_log_bytes = 4096;
    order.setup.adjudication = {.resign_score = 900,
                                .resign_moves = 2,
                                .proof_nodes = 5000,
                                .draw_score = 0,
                                .draw_moves = 4,
                                .draw_from = 30,
                                .max_moves = 90};
    order.setup.record_pv = true;
    order.setup.record_memory = true;
    order.setup.limits[0].margin = Milliseconds(7);
    const auto text = order_text(order);
    ASSERT_TRUE(text) << text.error().message;
    const auto parsed = parse_order(*text);
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(order_text(*parsed).value(), *text);
    const auto* read = std::get_if<GameOrder>(&*parsed);
    ASSERT_NE(read, nullptr);
    EXPECT_EQ(read->players, order.players);
    EXPECT_EQ(read->setup.variant, &kDouble);
    EXPECT_EQ(read->setup.seed, order.setup.seed);
    EXPECT_EQ(read->setup.opening, order.setup.opening);
    EXPECT_EQ(read->setup.tags, order.setup.tags);
    EXPECT_EQ(read->setup.limits[1].clock->increment, Milliseconds(500));
    EXPECT_EQ(read->setup.limits[1].nodes, 100'000u);
    EXPECT_EQ(read->setup.margin, Milliseconds(20));
    EXPECT_EQ(read->attempts, 3);
    EXPECT_EQ(read->reference_speed, 1.5e8);
    EXPECT_EQ(read->bot_log_bytes, 4096u);
    EXPECT_EQ(read->setup.adjudication, order.setup.adjudication);
    EXPECT_TRUE(read->setup.record_pv);
    EXPECT_TRUE(read->setup.record_memory);
    EXPECT_EQ(read->setup.limits, order.setup.limits);
}

TEST(Answers, AreDrawsByAdjudicationOnlyWhereTheOrderAllowsIt) {
    auto order = sample_order();
    order.setup.adjudication.max_moves = 20;
    const auto text = report_text(sample_report(order)).value();
    const auto report = parse_report(text);
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_TRUE(std::get<PlayedGame>(report->outcome).record.drawn);
    EXPECT_TRUE(check_answer(order, *report));
    order.setup.adjudication = {.resign_score = 100};
    const auto refused = check_answer(order, *report);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("adjudicated as a draw"));
}

// The message when one member of the first line is changed, or taken away.
std::string complaint(const std::string& text, const Json::json_pointer& where, const Json& value) {
    const auto end = text.find('\n');
    Json head = Json::parse(text.substr(0, end));
    head[where] = value;
    const auto read = parse_order(head.dump() + text.substr(end));
    return read ? "" : read.error().message;
}

TEST(OrderText, SaysWhatIsWrong) {
    const std::string text = order_text(sample_order()).value();
    const auto with = [&](const char* where, const Json& value) {
        return complaint(text, Json::json_pointer(where), value);
    };
    EXPECT_EQ(with("/attempts", 3), "");
    EXPECT_THAT(with("/xttt", 1), HasSubstr("version 1 of the format is not supported"));
    EXPECT_THAT(with("/run", "a.b"), HasSubstr("'run' must be a name"));
    EXPECT_THAT(with("/attempts", 0), HasSubstr("'attempts' must be a whole number from 1"));
    EXPECT_THAT(with("/attempts", "3"), HasSubstr("'attempts'"));
    EXPECT_THAT(with("/margin_ms", -1), HasSubstr("'margin_ms'"));
    EXPECT_THAT(with("/bot_log_bytes", 1 << 20), HasSubstr("'bot_log_bytes' must be"));
    EXPECT_THAT(with("/adjudication", Json::object()), HasSubstr("'proof_nodes' is missing"));
    EXPECT_THAT(with("/adjudication", {{"proof_nodes", 1}, {"resign_score", 0}}),
                HasSubstr("'resign_score'"));
    EXPECT_THAT(with("/adjudication", {{"proof_nodes", 1}, {"draw_score", 1}}),
                HasSubstr("'draw_moves' is missing"));
    EXPECT_THAT(with("/adjudication", {{"proof_nodes", 1}, {"max_moves", 0}}),
                HasSubstr("'max_moves'"));
    EXPECT_THAT(with("/more", 1), HasSubstr("unknown field"));
    EXPECT_THAT(with("/limits/0/move_ms", 0), HasSubstr("'move_ms'"));
    EXPECT_THAT(with("/limits", 3), HasSubstr("'limits' must be an array of two elements"));
    EXPECT_THAT(with("/players/1/text", "engine:nonsense"), HasSubstr("nonsense"));
    EXPECT_THAT(with("/players/1/bot", Json::object()), HasSubstr("'main' is missing"));
    EXPECT_THAT(with("/players/0/bot/main", "../x.py"), HasSubstr("file name without a folder"));
    EXPECT_THAT(with("/players/0/bot/set", "abc"), HasSubstr("SHA-256"));
    EXPECT_THAT(with("/players/1/files/EvalFile", "abc"), HasSubstr("SHA-256"));
    EXPECT_THAT(with("/players/1/files/Other", sha256_hex("")), HasSubstr("unknown field"));
    EXPECT_THAT(with("/players/0/files", {{"EvalFile", sha256_hex("")}}),
                HasSubstr("for engines only"));
    EXPECT_THAT(with("/memory", -5), HasSubstr("'memory'"));
    EXPECT_THAT(with("/players/1/program", sha256_hex("")), HasSubstr("'program' is allowed for"));
    EXPECT_EQ(with("/players/1", {{"text", "ugi:cat"}, {"program", sha256_hex("")}}), "");
    EXPECT_EQ(with("/players/1", {{"text", "ugi:cat"}, {"executable", sha256_hex("")}}), "");
    EXPECT_THAT(with("/players/1", {{"text", "ugi:cat"}, {"executable", "cat"}}),
                HasSubstr("'executable' must be a SHA-256"));
    EXPECT_THAT(with("/players/1/executable", sha256_hex("")),
                HasSubstr("'executable' is allowed for"));
    EXPECT_FALSE(parse_order(""));
    EXPECT_FALSE(parse_order("{}\n"));
    EXPECT_FALSE(parse_order("[1]\n{}\n"));
    EXPECT_FALSE(parse_order(text + text));
}

SelfPlayOrder sample_self_play() {
    SelfPlayOrder order{.run = "night",
                        .item = "5",
                        .variant = &kExtreme,
                        .first = 96,
                        .count = 32,
                        .recipe = {},
                        .network = sha256_hex("network"),
                        .openings = sha256_hex("openings")};
    order.recipe.search.evaluation = "nnue";
    order.recipe.temperature = 1.25;
    order.recipe.seed = 0xfedcba9876543210u;
    return order;
}

TEST(OrderText, CarriesTheFilesOfSandboxedPrograms) {
    auto order = sample_order();
    order.players[1] = {.text = "sandbox:bots/3/play",
                        .bot = BotPackage{.main = "play", .set = sha256_hex("c")}};
    const auto read = parse_order(order_text(order).value());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(std::get<GameOrder>(*read).players[1], order.players[1]);
    order.players[1].executable = sha256_hex("d");
    EXPECT_THAT(parse_order(order_text(order).value()).error().message,
                HasSubstr("exclude each other"));
    order.players[1] = {.text = "ugi:bots/3/play", .bot = order.players[0].bot};
    EXPECT_THAT(parse_order(order_text(order).value()).error().message,
                HasSubstr("allowed for sandbox: players"));
}

TEST(SelfPlayOrderText, ReadsWhatItWrites) {
    const auto text = order_text(sample_self_play()).value();
    const auto parsed = parse_order(text);
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(order_text(*parsed).value(), text);
    const auto* read = std::get_if<SelfPlayOrder>(&*parsed);
    ASSERT_NE(read, nullptr);
    EXPECT_EQ(read->first, 96u);
    EXPECT_EQ(read->count, 32u);
    EXPECT_EQ(read->variant, &kExtreme);
    EXPECT_EQ(read->network, sha256_hex("network"));
    EXPECT_EQ(recipe_number(read->recipe), recipe_number(sample_self_play().recipe));
}

TEST(SelfPlayOrderText, SaysWhatIsWrong) {
    const std::string text = order_text(sample_self_play()).value();
    const auto with = [&](const char* where, const Json& value) {
        return complaint(text, Json::json_pointer(where), value);
    };
    EXPECT_EQ(with("/self_play/count", 3), "");
    EXPECT_THAT(with("/self_play/count", 0), HasSubstr("'count'"));
    EXPECT_THAT(with("/self_play/variant", "chess"), HasSubstr("chess"));
    EXPECT_THAT(with("/self_play/network", "abc"), HasSubstr("SHA-256"));
    EXPECT_THAT(with("/self_play/more", 1), HasSubstr("unknown field"));
    EXPECT_THAT(with("/item", "a b"), HasSubstr("'item' must be a name"));
    EXPECT_FALSE(parse_order(text + "{}"));
}

TEST(ReportText, CarriesRecordsAsTheyAre) {
    const std::string bytes("\0\n\xff{}\n", 6);
    const Report report{.run = "r", .item = "1", .worker = "w", .outcome = SelfPlayGames{bytes}};
    const auto text = report_text(report).value();
    const auto read = parse_report(text);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(std::get<SelfPlayGames>(read->outcome).records, bytes);
    EXPECT_FALSE(parse_report(text + "x"));
}

TEST(ReportText, ReadsWhatItWrites) {
    const auto order = sample_order();
    auto report = sample_report(order);
    report.host = {.waited = std::chrono::microseconds(12),
                   .longest_wait = std::chrono::microseconds(5),
                   .too_busy = true};
    report.bot_logs = {"\"thinking\"\n\tabout a1\n", ""};
    const auto text = report_text(report);
    ASSERT_TRUE(text) << text.error().message;
    const auto read = parse_report(*text);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(report_text(*read).value(), *text);
    const auto& played = std::get<PlayedGame>(report.outcome);
    const auto& again = std::get<PlayedGame>(read->outcome);
    EXPECT_EQ(again.record, played.record);
    EXPECT_EQ(again.ending, played.ending);
    EXPECT_EQ(again.used[0].total, played.used[0].total);
    EXPECT_EQ(read->host, report.host);
    EXPECT_EQ(read->bot_logs, report.bot_logs);
    EXPECT_TRUE(check_answer(order, *read));
}

TEST(ReportText, RefusesLogsThatAreNoneOrTooLong) {
    const std::string text = report_text(sample_report(sample_order())).value();
    const auto end = text.find('\n');
    const auto complaint = [&](const Json& logs) {
        Json head = Json::parse(text.substr(0, end));
        head["bot_logs"] = logs;
        const auto read = parse_report(head.dump() + text.substr(end));
        return read ? "" : read.error().message;
    };
    EXPECT_EQ(complaint({"", "o"}), "");
    EXPECT_EQ(complaint({"", std::string(3 * kMaxBotLogBytes, 'o')}), "");
    EXPECT_THAT(complaint("x"), HasSubstr("'bot_logs' must be an array of two texts"));
    EXPECT_THAT(complaint({"x"}), HasSubstr("'bot_logs'"));
    EXPECT_THAT(complaint({"x", 3}), HasSubstr("'bot_logs'"));
    EXPECT_THAT(complaint({"", std::string(std::size_t{1} << 20, 'o')}),
                HasSubstr("texts of at most"));
}

TEST(ReportText, CarriesWhyAnOrderWasSetAside) {
    const Report report{
        .run = "r", .item = "1", .worker = "w", .attempt = 6, .outcome = std::string("it crashed")};
    const auto read = parse_report(report_text(report).value());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(std::get<std::string>(read->outcome), "it crashed");
}

TEST(ReportText, RefusesGamesThatBreakTheRules) {
    const std::string text = report_text(sample_report(sample_order())).value();
    const auto end = text.find('\n') + 1;
    Json game = Json::parse(text.substr(end));
    std::swap(game["moves"][7], game["moves"][20]);
    EXPECT_FALSE(parse_report(text.substr(0, end) + game.dump() + "\n"));
    game = Json::parse(text.substr(end));
    game["result"] = game["result"] == "x" ? "o" : "x";
    EXPECT_FALSE(parse_report(text.substr(0, end) + game.dump() + "\n"));
}

class Answer : public testing::Test {
protected:
    std::string complaint() {
        const auto checked = check_answer(order_, report_);
        return checked ? "" : checked.error().message;
    }
    PlayedGame& played() { return std::get<PlayedGame>(report_.outcome); }

    GameOrder order_ = sample_order();
    Report report_ = sample_report(order_);
};

TEST_F(Answer, IsFineWhenItIsTheGameThatWasOrdered) {
    EXPECT_EQ(complaint(), "");
}
TEST_F(Answer, IsToThisOrder) {
    report_.item = "18";
    EXPECT_THAT(complaint(), HasSubstr("another order"));
}
TEST_F(Answer, HasTheSamePlayers) {
    played().record.tags["X"] = "somebody else";
    EXPECT_THAT(complaint(), HasSubstr("tags"));
}
TEST_F(Answer, HasTheSameSeed) {
    played().record.seed = 1;
    EXPECT_THAT(complaint(), HasSubstr("seed"));
}
TEST_F(Answer, BeginsWithTheOpening) {
    order_.setup.opening = random_opening(kDouble, 6, 2).moves;
    EXPECT_THAT(complaint(), HasSubstr("opening"));
}
TEST_F(Answer, IsOfTheSameVariant) {
    order_.setup.variant = &kUltimate;
    EXPECT_THAT(complaint(), HasSubstr("variant"));
}
TEST_F(Answer, IsAGame) {
    report_.outcome = SelfPlayGames{};
    EXPECT_THAT(complaint(), HasSubstr("no game"));
}
TEST_F(Answer, IsFinished) {
    played().record.moves.pop_back();
    played().ending = ending_of(played().record).value();
    EXPECT_THAT(complaint(), HasSubstr("not finished"));
}
TEST_F(Answer, ForfeitsOnlyWhoseTurnItIs) {
    auto& record = played().record;
    record.moves.resize(order_.setup.opening.size() + 3);
    played().used = {};
    record.forfeit = Forfeit{Side::X, ForfeitReason::TimeLimit, ""};
    played().ending = ending_of(record).value();
    const bool x_may = complaint().empty();
    record.forfeit->offender = Side::O;
    played().ending = ending_of(record).value();
    const bool o_may = complaint().empty();
    EXPECT_NE(x_may, o_may);
}
TEST_F(Answer, ScalesTimeOnlyWhenAsked) {
    report_.time_scale = 2;
    EXPECT_THAT(complaint(), HasSubstr("scaled"));
    order_.reference_speed = 1e8;
    EXPECT_EQ(complaint(), "");
}

}  // namespace
}  // namespace xttt
