// The state of an online game after its events is computed twice: by OnlineGame and by the page
// (web/src/online/events.ts). tests/vectors/online_events.jsonl holds random event logs with the
// state after each event; this test and web/tests/unit/events.test.ts replay them.
#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/random.h"
#include "server/game/messages.h"
#include "support/paths.h"

namespace xttt {
namespace {

using OrderedJson = nlohmann::ordered_json;
using namespace std::chrono_literals;

constexpr int kLogs = 24;
constexpr int kMaxRequests = 110;
const Clock::time_point kLogStart{1h};

OrderedJson log_side(std::optional<Side> side) {
    return side ? OrderedJson(side_name(*side)) : OrderedJson(nullptr);
}

OrderedJson log_state(const OnlineGame& game) {
    constexpr std::array kPhases{"waiting", "playing", "over"};
    OrderedJson moves = OrderedJson::array(), rematch = OrderedJson::array(), forfeit = nullptr,
                said = OrderedJson::array();
    for (const auto& [side, phrase] : game.said())
        said.push_back({{"side", side_name(side)}, {"phrase", name(phrase)}});
    for (const Move move : game.moves()) moves.push_back(move_text(*game.settings().variant, move));
    for (const GameEvent& event : game.events())
        if (event.kind == EventKind::AskRematch) rematch.push_back(side_name(*event.side));
    if (const auto& by = game.forfeit())
        forfeit = {{"winner", side_name(opponent(by->offender))}, {"reason", game.ending().reason}};
    return {
        {"seen", game.events().size()},
        {"joined", game.joined()},
        {"phase", kPhases[static_cast<std::size_t>(game.phase())]},
        {"moves", std::move(moves)},
        {"takebackAskedBy", log_side(game.takeback_asked_by())},
        {"rematchAskedBy", std::move(rematch)},
        {"said", std::move(said)},
        {"next", game.next_game() ? OrderedJson(game.next_game()->text()) : OrderedJson(nullptr)},
        {"forfeit", std::move(forfeit)}};
}

std::string random_move(const OnlineGame& game, Random& random) {
    AnyPosition position(*game.settings().variant);
    for (const Move move : game.moves()) position.play(move);
    const auto legal = position.legal_moves();
    return move_text(*game.settings().variant,
                     legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
}

// One request of a client, sensible or not; true if it became an event.
bool random_request(OnlineGame& game, Random& random, Clock::time_point now) {
    const Side by = random.below(2) == 0 ? Side::X : Side::O;
    const int what = static_cast<int>(random.below(100));
    if (random.below(8) == 0)
        return game.say(by, static_cast<Phrase>(random.below(6)), now).has_value();
    if (game.phase() == OnlineGame::Phase::Waiting)
        return what < 50 ? game.join(by).has_value() : game.start().has_value();
    if (game.phase() == OnlineGame::Phase::Over) {
        if (game.asks_rematch(Side::X) && game.asks_rematch(Side::O) && !game.next_game()) {
            game.rematch(Token({static_cast<std::uint8_t>(random.below(256))}));
            return true;
        }
        return game.ask_rematch(by).has_value();
    }
    if (what < 70)
        return game
            .move(game.side_to_move(), static_cast<int>(game.moves().size()),
                  random_move(game, random), now)
            .has_value();
    if (what < 84) return game.ask_takeback(by, now).has_value();
    if (what < 98) return game.answer_takeback(by, what % 2 == 0, now).has_value();
    return game.resign(by, now).has_value();
}

OrderedJson random_log(std::uint64_t seed) {
    Random random(seed);
    const Variant& variant = *kVariants[seed % kVariants.size()];
    GameSettings settings{.variant = &variant};
    if (seed % 3 == 0) settings.time = TimeControl{20s, 0s};
    if (seed % 6 == 1) settings.time = TimeControl::correspondence(1);
    OnlineGame game(settings);
    OrderedJson log{{"variant", variant.name}, {"steps", OrderedJson::array()}};
    auto now = kLogStart;
    for (int i = 0; i < kMaxRequests; ++i) {
        now += std::chrono::milliseconds(random.below(400));
        game.resume_clock(now);
        if (!random_request(game, random, now)) continue;
        const auto n = static_cast<int>(game.events().size());
        const auto sent = OrderedJson::parse(events_text(game, n, n, now));
        log["steps"].push_back({{"event", sent["events"][0]}, {"state", log_state(game)}});
        const auto restored = OnlineGame::restore(settings, game.events());
        EXPECT_TRUE(restored) << restored.error().message;
        if (!restored) continue;
        EXPECT_EQ(log_state(*restored), log_state(game));
    }
    return log;
}

TEST(EventLogs, GiveTheRecordedStates) {
    const auto path = test::source_path("tests/vectors/online_events.jsonl");
    std::string logs;
    for (std::uint64_t seed = 0; seed < kLogs; ++seed) logs += random_log(seed).dump() + "\n";
    if (std::getenv("XTTT_WRITE_VECTORS") != nullptr) std::ofstream(path) << logs;
    std::ifstream file(path);
    const std::string recorded(std::istreambuf_iterator<char>(file), {});
    EXPECT_TRUE(recorded == logs) << path << ": differs; XTTT_WRITE_VECTORS=1 writes it again";
}

// Logs that are not recorded, to look further than the vectors.
TEST(EventLogs, CanBeReplayedFromAnyPoint) {
    for (std::uint64_t seed = 1000; seed < 1200; ++seed) random_log(seed);
}

}  // namespace
}  // namespace xttt
