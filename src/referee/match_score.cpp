#include "referee/match_score.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace xttt {
namespace {

constexpr double kConfidence95 = 1.959964;

double elo_of(double share) {
    return -400 * std::log10(1 / share - 1);
}

double seconds(Clock::duration time) {
    return std::chrono::duration<double>(time).count();
}

}  // namespace

void MatchScore::add(const PlayedGame& game, Side first_is) {
    const auto winner = game.ending.rated_winner();
    results_.push_back(!winner ? 0.5 : *winner == first_is ? 1.0 : 0.0);
    wins_ += winner == first_is;
    draws_ += !winner;
    plies_ += game.record.moves.size();
    for (const int player : {0, 1}) {
        const int side = index(player == 0 ? first_is : opponent(first_is));
        points_[player] += game.ending.points.value_or(std::array{0, 0})[side];
        const TimeUsed& used = game.used[side];
        time_[player].moves += used.moves;
        time_[player].total += used.total;
        time_[player].cpu += used.cpu;
        time_[player].longest = std::max(time_[player].longest, used.longest);
    }
    if (const auto& forfeit = game.record.forfeit)
        ++forfeits_[forfeit->reason][forfeit->offender == first_is ? 0 : 1];
}

auto MatchScore::share() const -> std::optional<Estimate> {
    if (results_.empty()) return std::nullopt;
    // The samples: games, or pairs of them and perhaps one game that has no partner yet.
    std::vector<double> samples;
    const std::size_t step = paired_ ? 2 : 1;
    for (std::size_t i = 0; i < results_.size(); i += step)
        samples.push_back(i + step <= results_.size() && paired_
                              ? (results_[i] + results_[i + 1]) / 2
                              : results_[i]);
    double sum = 0, squares = 0;
    for (const double result : results_) sum += result;
    const double mean = sum / games();
    for (const double sample : samples) squares += (sample - mean) * (sample - mean);
    const auto n = static_cast<double>(samples.size());
    if (n < 2) return Estimate{mean, 0, 1};
    const double error = kConfidence95 * std::sqrt(squares / (n - 1) / n);
    return Estimate{mean, std::max(mean - error, 0.0), std::min(mean + error, 1.0)};
}

auto MatchScore::elo() const -> std::optional<Estimate> {
    const auto s = share();
    if (!s || s->value <= 0 || s->value >= 1 || s->low <= 0 || s->high >= 1) return std::nullopt;
    return Estimate{elo_of(s->value), elo_of(s->low), elo_of(s->high)};
}

std::string running_text(const MatchScore& score) {
    auto text = fmt::format("{} games: {} won, {} drawn, {} lost", score.games(), score.wins(),
                            score.draws(), score.losses());
    if (const auto share = score.share())
        text += fmt::format(", {:.1f}% ({:.1f} to {:.1f})", 100 * share->value, 100 * share->low,
                            100 * share->high);
    text += fmt::format(", points {} : {}", score.points(0), score.points(1));
    int forfeits = 0;
    for (const auto& [reason, counts] : score.forfeits()) forfeits += counts[0] + counts[1];
    if (forfeits > 0) text += fmt::format(", {} forfeits", forfeits);
    return text;
}

std::string final_text(const MatchScore& score, const std::array<std::string, 2>& names) {
    std::string text = running_text(score) + "\n";
    if (const auto elo = score.elo())
        text += fmt::format("Elo difference: {:+.1f} ({:+.1f} to {:+.1f}, 95% confidence)\n",
                            elo->value, elo->low, elo->high);
    for (const int player : {0, 1}) {
        const TimeUsed& time = score.time(player);
        text += fmt::format("{}: {} points, {} moves, {:.3f} ms a move, longest {:.1f} ms",
                            names[player], score.points(player), time.moves,
                            1e3 * seconds(time.total) / std::max(time.moves, 1),
                            1e3 * seconds(time.longest));
        if (time.cpu.count() > 0) text += fmt::format(", {:.2f} s of CPU time", seconds(time.cpu));
        for (const auto& [reason, counts] : score.forfeits())
            if (counts[player] > 0)
                text += fmt::format("; forfeits: {} by {}", counts[player], name(reason));
        text += '\n';
    }
    return text;
}

}  // namespace xttt
