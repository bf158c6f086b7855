#pragma once

#include <algorithm>
#include <numeric>

#include "base/random.h"
#include "record/game_record.h"
#include "rules/with_variant.h"
#include "tournament/report/report_html.h"

namespace xttt::test {

// What a program without the web page would put around the data.
inline const ReportBundle kPlainBundle{
    "/* script */", "@media print {}", {{"extreme", "rules"}, {"ultimate", "rules"}}};

inline std::string plain_report(const ReportData& data) {
    return report_html(data, kPlainBundle);
}

// A game of random moves with thinking times; cut short if `forfeits`.
template <const Variant& V>
GameRecord random_game(Random& random, bool forfeits) {
    GameRecord record;
    record.variant = &V;
    auto pos = Position<V>::initial();
    while (!pos.over()) {
        const Move move = pos.nth_legal(random.below(pos.legal_count()));
        record.moves.push_back({move, {}});
        record.moves.back().note.time = std::chrono::milliseconds(random.below(900));
        pos.play(move);
        if (forfeits && record.moves.size() == 20) {
            record.forfeit = {pos.side_to_move(), ForfeitReason::TimeLimit,
                              "no move after 16.0 s; <b>log</b>: \"thinking…\""};
            break;
        }
    }
    return record;
}

// Random games until the stronger one (the lower number) wins, with that probability.
template <const Variant& V>
GameRecord likely_game(Random& random, int x, int o) {
    const bool x_should_win = random.unit() < 1 / (1 + std::exp((x - o) * 0.25));
    for (int tries = 0;; ++tries) {
        auto record = random_game<V>(random, false);
        const auto winner = ending_of(record)->rated_winner();
        if (tries > 20 || !winner || (*winner == Side::X) == x_should_win) return record;
    }
}

inline ThinkingTime thinking_time(const GameRecord& record, int side) {
    ThinkingTime time;
    for (std::size_t i = side; i < record.moves.size(); i += 2) {
        const auto ms = static_cast<double>(record.moves[i].note.time->count());
        ++time.moves;
        time.total += ms;
        time.longest = std::max(time.longest, ms);
    }
    return time;
}

// A tournament as the course plays it, with simulated games: pools of `pool_size`, the best two of
// each in a final; every bot meets every other of its pool twice.
template <const Variant& V>
ReportData sample_report(int bots, int pool_size, std::uint64_t seed = 1) {
    Random random(seed);
    ReportData data;
    data.title = "Spring course tournament";
    data.facts = {{"Variant", std::string(V.name)}, {"Time control", "16 s a move"}};
    for (int b = 0; b < bots; ++b)
        data.bots.push_back({fmt::format("team{:02}", b + 1), fmt::format("python:{}.py", b + 1)});

    const auto play = [&](int stage, int group, int x, int o) {
        const bool forfeits = random.below(25) == 0;
        const GameRecord record =
            forfeits ? random_game<V>(random, true) : likely_game<V>(random, x, o);
        const auto ending = *ending_of(record);
        ReportGame game{.number = static_cast<std::int64_t>(data.games.size()) + 1,
                        .stage = stage,
                        .group = group,
                        .round = 1,
                        .variant = &V,
                        .x = x,
                        .o = o,
                        .points = *ending.points,
                        .by_line = ending.reason == "line",
                        .forfeit = record.forfeit,
                        .plies = static_cast<int>(record.moves.size())};
        for (const int side : {0, 1}) game.time[side] = thinking_time(record, side);
        game.moves = moves_code(record).value();
        game.in_file = true;
        data.games.push_back(std::move(game));
    };
    const auto round_robin = [&](int stage, int group) {
        const auto seats = data.stages[stage].groups[group].bots;
        for (const int a : seats)
            for (const int b : seats)
                if (a != b) play(stage, group, a, b);
    };
    data.stages = {{"Pools", {}}, {"Final", {{"Final league", {}}}}};
    for (int first = 0; first < bots; first += pool_size) {
        ReportGroup pool{fmt::format("Pool {}", first / pool_size + 1), {}};
        for (int b = first; b < std::min(first + pool_size, bots); ++b) pool.bots.push_back(b);
        for (int b = 0; b < 2 && b < static_cast<int>(pool.bots.size()); ++b)
            data.stages[1].groups[0].bots.push_back(pool.bots[b]);
        data.stages[0].groups.push_back(std::move(pool));
        round_robin(0, first / pool_size);
    }
    round_robin(1, 0);
    return data;
}

}  // namespace xttt::test
