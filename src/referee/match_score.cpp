#include "referee/match_score.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/clock.h"
#include "base/count_text.h"
#include "base/random.h"

namespace xttt {
namespace {

// A hash of the start position and the moves.
std::uint64_t hash_of(const GameRecord& record) {
    std::uint64_t hash = std::hash<std::string>()(record.start_fen);
    for (const RecordedMove& recorded : record.moves)
        hash = mix64(hash ^ (static_cast<std::uint64_t>(recorded.move.board) << 8 |
                             static_cast<std::uint64_t>(recorded.move.cell)));
    return hash;
}

}  // namespace

void MatchScore::add(const PlayedGame& game, Side first_is) {
    const auto winner = game.ending.rated_winner();
    const double result = !winner ? 0.5 : *winner == first_is ? 1.0 : 0.0;
    games_.add(result);
    if (paired_ && first_of_pair_) {
        pairs_.add(*first_of_pair_, result);
        first_of_pair_.reset();
    } else {
        first_of_pair_ = result;
    }
    plies_ += game.record.moves.size();
    busy_ += game.host.too_busy;
    repeated_ += !seen_.insert(hash_of(game.record)).second;
    for (const int player : {0, 1}) {
        const int side = index(player == 0 ? first_is : opponent(first_is));
        points_[player] += game.ending.points.value_or(std::array{0, 0})[side];
        const TimeUsed& used = game.used[side];
        time_[player].moves += used.moves;
        time_[player].total += used.total;
        time_[player].cpu += used.cpu;
        time_[player].longest = std::max(time_[player].longest, used.longest);
    }
    const auto& forfeit = game.record.forfeit;
    const bool resigned = forfeit && forfeit->reason == ForfeitReason::Resignation;
    adjudicated_ += resigned || game.record.drawn;
    if (forfeit && !resigned) ++forfeits_[forfeit->reason][forfeit->offender == first_is ? 0 : 1];
}

std::optional<Estimate> MatchScore::share() const {
    return by_pairs() ? share_estimate(pairs_) : share_estimate(games_);
}

std::optional<Estimate> MatchScore::elo() const {
    return by_pairs() ? elo_difference(pairs_) : elo_difference(games_);
}

std::optional<Estimate> MatchScore::normalized() const {
    return by_pairs() ? normalized_elo(pairs_) : normalized_elo(games_);
}

double MatchScore::likelihood_of_superiority() const {
    return by_pairs() ? xttt::likelihood_of_superiority(pairs_)
                      : xttt::likelihood_of_superiority(games_);
}

std::string running_text(const MatchScore& score) {
    const Trinomial& results = score.results();
    auto text = fmt::format("{}: {} won, {} drawn, {} lost", count_text(score.games(), "game"),
                            results.wins, results.draws, results.losses);
    if (const auto share = score.share())
        text += fmt::format(", {:.1f}% ({:.1f} to {:.1f})", 100 * share->value, 100 * share->low,
                            100 * share->high);
    text += fmt::format(", points {} : {}", score.points(0), score.points(1));
    int forfeits = 0;
    for (const auto& [reason, counts] : score.forfeits()) forfeits += counts[0] + counts[1];
    if (forfeits > 0) text += ", " + count_text(forfeits, "forfeit");
    return text;
}

std::string final_text(const MatchScore& score, const std::array<std::string, 2>& names) {
    std::string text = running_text(score) + "\n";
    if (const auto elo = score.elo())
        text += fmt::format("Elo difference: {:+.1f} ({:+.1f} to {:+.1f}, 95% confidence)\n",
                            elo->value, elo->low, elo->high);
    if (const auto normalized = score.normalized())
        text += fmt::format(
            "Normalized Elo: {:+.1f} ({:+.1f} to {:+.1f}), likelihood of superiority {:.1f}%\n",
            normalized->value, normalized->low, normalized->high,
            100 * score.likelihood_of_superiority());
    if (score.pairs().count() > 0)
        text += fmt::format("Pairs (0, 1/2, 1, 3/2, 2 points): {}\n",
                            fmt::join(score.pairs().counts(), " "));
    if (score.adjudicated() > 0)
        text += fmt::format("adjudicated: {} of {}\n", score.adjudicated(),
                            count_text(score.games(), "game"));
    if (score.repeated() > 0)
        text += fmt::format(
            "warning: {} of {} games are identical to an earlier game, so the intervals are too "
            "narrow; vary the games with --opening-plies or --openings\n",
            score.repeated(), score.games());
    if (score.busy() > 0)
        text += fmt::format("warning: the host was too busy for a fair clock in {} of {}\n",
                            score.busy(), count_text(score.games(), "game"));
    for (const int player : {0, 1}) {
        const TimeUsed& time = score.time(player);
        text += fmt::format(
            "{}: {} points, {} move{}, {:.3f} ms per move, longest {:.1f} ms", names[player],
            score.points(player), time.moves, time.moves == 1 ? "" : "s",
            1e3 * to_seconds(time.total) / std::max(time.moves, 1), 1e3 * to_seconds(time.longest));
        if (time.cpu.count() > 0)
            text += fmt::format(", {:.2f} s of CPU time", to_seconds(time.cpu));
        for (const auto& [reason, counts] : score.forfeits())
            if (counts[player] > 0)
                text +=
                    fmt::format("; {} by {}", count_text(counts[player], "forfeit"), name(reason));
        text += '\n';
    }
    return text;
}

}  // namespace xttt
