#include "tournament/output/sprt_output.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace xttt {
namespace {

constexpr auto kBetweenReports = std::chrono::seconds(5);

std::string_view verdict_name(SprtVerdict verdict) {
    switch (verdict) {
        case SprtVerdict::AcceptH0:
            return "H0";
        case SprtVerdict::AcceptH1:
            return "H1";
        case SprtVerdict::Undecided:
            return "undecided";
    }
    std::unreachable();
}

std::string verdict_text(const SprtBounds& bounds, SprtVerdict verdict) {
    switch (verdict) {
        case SprtVerdict::AcceptH0:
            return fmt::format(
                "H0 accepted: the new player is not {:g} Elo better than the old one", bounds.elo1);
        case SprtVerdict::AcceptH1:
            return fmt::format("H1 accepted: the new player is better than by {:g} Elo",
                               bounds.elo0);
        case SprtVerdict::Undecided:
            return "undecided: more games are needed";
    }
    std::unreachable();
}

// Of entrant 0, who is x or o.
double score_of_new(const std::array<int, 2>& entrants, const std::array<int, 2>& points) {
    const std::size_t me = entrants[0] == 0 ? 0 : 1;
    return points[me] > points[1 - me] ? 1 : points[me] < points[1 - me] ? 0 : 0.5;
}

}  // namespace

void PairTest::add(int game, double score) {
    const auto at = static_cast<std::size_t>(game);
    if (half_points_.size() <= at) half_points_.resize((at | 1) + 1, -1);
    half_points_[at] = static_cast<std::int8_t>(score * 2);
    for (; state_.verdict == SprtVerdict::Undecided && next_ + 1 < half_points_.size() &&
           half_points_[next_] >= 0 && half_points_[next_ + 1] >= 0;
         next_ += 2) {
        const double first = half_points_[next_] / 2.0, second = half_points_[next_ + 1] / 2.0;
        pairs_.add(first, second);
        games_.add(first);
        games_.add(second);
        state_ = sprt(bounds_, pairs_);
    }
}

Result<void> SprtOutput::take_stored(const StoreReader& store) {
    return store.for_each_game({}, [&](const StoredGame& game) {
        if (game.place) test_.add(game.place->game, score_of_new(game.entrants, game.points));
    });
}

void SprtOutput::on_games(std::span<const StoredNews> news, const Progress&) {
    pace_.add(static_cast<long>(news.size()));
    for (const auto& [id, game] : news) {
        forfeits_ += game.game.record.forfeit.has_value();
        if (game.counts)
            test_.add(
                game.place->game,
                score_of_new(game.entrants, game.game.ending.points.value_or(std::array{0, 0})));
    }
    if (Clock::now() >= last_line_ + kBetweenReports) tell(false);
}

void SprtOutput::tell(bool last) {
    last_line_ = Clock::now();
    const SprtState& now = test_.state();
    const Trinomial& games = test_.games();
    const auto elo = elo_difference(test_.pairs());
    if (json_) {
        nlohmann::ordered_json json{{"event", last ? "end" : "score"},
                                    {"games", games.games()},
                                    {"wins", games.wins},
                                    {"draws", games.draws},
                                    {"losses", games.losses},
                                    {"pairs", test_.pairs().pairs},
                                    {"llr", now.llr},
                                    {"lower", bounds_.lower()},
                                    {"upper", bounds_.upper()},
                                    {"verdict", verdict_name(now.verdict)}};
        if (elo) json["elo"] = {{"value", elo->value}, {"low", elo->low}, {"high", elo->high}};
        if (forfeits_ > 0) json["forfeits"] = forfeits_;
        out_ << json.dump() << '\n' << std::flush;
        return;
    }
    std::string line = fmt::format(
        "{} games: {} won, {} drawn, {} lost; LLR {:.2f} ({:.2f} to {:.2f})", games.games(),
        games.wins, games.draws, games.losses, now.llr, bounds_.lower(), bounds_.upper());
    if (elo)
        line += fmt::format("; Elo {:+.1f} ({:+.1f} to {:+.1f})", elo->value, elo->low, elo->high);
    if (forfeits_ > 0) line += fmt::format("; {} forfeits", forfeits_);
    if (!last) line += fmt::format("; {:.3g} games/s", pace_.games_per_second());
    out_ << line << '\n' << std::flush;
}

void SprtOutput::on_pause(bool paused) {
    if (json_)
        out_ << nlohmann::ordered_json{{"event", paused ? "paused" : "resumed"}}.dump() << '\n';
    else
        out_ << (paused ? "paused\n" : "resumed\n");
    out_ << std::flush;
}

void SprtOutput::on_warning(const std::string& text) {
    if (json_)
        out_ << nlohmann::ordered_json{{"event", "warning"}, {"text", text}}.dump() << '\n';
    else
        out_ << "warning: " << text << '\n';
    out_ << std::flush;
}

void SprtOutput::on_stopping(std::size_t games) {
    if (!json_)
        out_ << fmt::format("stopping: {} being played will end first; once more stops now\n",
                            games)
             << std::flush;
}

void SprtOutput::on_end(const Progress&) {
    tell(true);
    if (json_) return;
    const auto& p = test_.pairs().pairs;
    out_ << fmt::format("pairs with 0, 1/2, 1, 3/2, 2 points: {} {} {} {} {}\n", p[0], p[1], p[2],
                        p[3], p[4])
         << verdict_text(bounds_, test_.state().verdict) << '\n'
         << std::flush;
}

}  // namespace xttt
