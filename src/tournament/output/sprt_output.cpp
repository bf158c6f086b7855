#include "tournament/output/sprt_output.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/count_text.h"
#include "base/names.h"
#include "base/text.h"
#include "tournament/output/standings_text.h"

namespace xttt {
namespace {

constexpr auto kBetweenScores = std::chrono::seconds(5);

constexpr Names<EloModel, 2> kModelNames{{"logistic", "normalized"}};
constexpr Names<SprtVerdict, 3> kVerdictNames{{"undecided", "H0", "H1"}};

std::string_view scale_of(const SprtBounds& bounds) {
    return bounds.model == EloModel::Normalized ? "normalized Elo" : "Elo";
}

std::string verdict_text(const SprtBounds& bounds, SprtVerdict verdict) {
    switch (verdict) {
        case SprtVerdict::AcceptH0:
            return fmt::format(
                "SPRT finished: H0 accepted (the new player is not stronger, {} < {:g})",
                scale_of(bounds), bounds.elo1);
        case SprtVerdict::AcceptH1:
            return fmt::format("SPRT finished: H1 accepted (the new player is stronger, {} > {:g})",
                               scale_of(bounds), bounds.elo0);
        case SprtVerdict::Undecided:
            return "SPRT undecided. To continue, repeat the command with the same --store and a "
                   "larger --games.";
    }
    std::unreachable();
}

}  // namespace

double score_of_new(const StoredGame& game) {
    const std::size_t me = game.entrants[0] == 0 ? 0 : 1;
    return game.points[me] > game.points[1 - me]   ? 1
           : game.points[me] < game.points[1 - me] ? 0
                                                   : 0.5;
}

void FaultCounts::add(const StoredGame& game) {
    const auto winner = game.rated_winner();
    if (!game.counts || !game.has_fault() || !winner) return;
    add(game.entrants[static_cast<std::size_t>(index(opponent(*winner)))], *game.forfeit(),
        game.detail);
}

void FaultCounts::add(int offender, ForfeitReason reason, const std::string& detail) {
    ++by_reason[std::string(name(reason))][offender == 0 ? 0 : 1];
    last = detail;
}

long FaultCounts::total() const {
    long sum = 0;
    for (const auto& [reason, counts] : by_reason) sum += counts[0] + counts[1];
    return sum;
}

std::string FaultCounts::text(int player) const {
    std::string text;
    for (const auto& [reason, counts] : by_reason) {
        const long count = counts[static_cast<std::size_t>(player)];
        if (count > 0) text += fmt::format("{}{} by {}", text.empty() ? "" : ", ", count, reason);
    }
    return text;
}

void SprtOutput::count(std::span<const StoredGame> games) {
    for (const StoredGame& game : games) {
        faults_.add(game);
        replayed_ += !game.counts;
        busy_ += game.counts && game.host.too_busy;
    }
}

void SprtOutput::on_games(std::span<const StoredGame> games, const Progress&) {
    rate_.add(static_cast<long>(games.size()));
    if (Clock::now() >= last_output_ + kBetweenScores) tell(false);
}

void SprtOutput::tell(bool last) {
    last_output_ = Clock::now();
    const SprtState& now = test_.state();
    const Trinomial& games = test_.games();
    const auto elo = elo_difference(test_.pairs()), normalized = normalized_elo(test_.pairs());
    if (json_) {
        nlohmann::ordered_json json{{"event", last ? "end" : "score"},
                                    {"games", games.games()},
                                    {"wins", games.wins},
                                    {"draws", games.draws},
                                    {"losses", games.losses},
                                    {"pairs", test_.pairs().pairs},
                                    {"model", kModelNames.of(test_.bounds().model)},
                                    {"llr", now.llr},
                                    {"lower", test_.bounds().lower()},
                                    {"upper", test_.bounds().upper()},
                                    {"verdict", kVerdictNames.of(now.verdict)}};
        if (elo) json["elo"] = {{"value", elo->value}, {"low", elo->low}, {"high", elo->high}};
        if (normalized)
            json["normalized_elo"] = {
                {"value", normalized->value}, {"low", normalized->low}, {"high", normalized->high}};
        if (!faults_.by_reason.empty()) {
            json["forfeits"] = faults_.total();
            json["forfeits_by_reason"] = faults_.by_reason;
        }
        if (replayed_ > 0) json["replayed"] = replayed_;
        if (busy_ > 0) json["too_busy"] = busy_;
        out_ << json.dump() << '\n' << std::flush;
        return;
    }
    std::string text_line =
        fmt::format("{}: {} won, {} drawn, {} lost; LLR {:.2f} ({:.2f} to {:.2f})",
                    count_text(games.games(), "game"), games.wins, games.draws, games.losses,
                    now.llr, test_.bounds().lower(), test_.bounds().upper());
    if (elo)
        text_line +=
            fmt::format("; Elo {:+.1f} ({:+.1f} to {:+.1f})", elo->value, elo->low, elo->high);
    if (normalized && test_.bounds().model == EloModel::Normalized)
        text_line += fmt::format("; normalized Elo {:+.1f} ({:+.1f} to {:+.1f})", normalized->value,
                                 normalized->low, normalized->high);
    if (const long forfeits = faults_.total(); forfeits > 0)
        text_line += "; " + count_text(forfeits, "forfeit");
    if (!last && games.games() > 0)
        text_line += fmt::format("; {:.3g} games/s", rate_.games_per_second());
    out_ << text_line << '\n' << std::flush;
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
        out_ << nlohmann::ordered_json{{"event", "warning"}, {"text", to_utf8(text)}}.dump()
             << '\n';
    else
        out_ << "warning: " << terminal_safe(text) << '\n';
    out_ << std::flush;
}

void SprtOutput::on_stopping(std::size_t games) {
    if (!json_) out_ << stopping_text(games) << '\n' << std::flush;
}

void SprtOutput::on_end(const Progress& progress) {
    tell(true);
    if (json_) return;
    const auto& p = test_.pairs().pairs;
    out_ << fmt::format("Pairs (0, 1/2, 1, 3/2, 2 points): {} {} {} {} {}\n", p[0], p[1], p[2],
                        p[3], p[4]);
    for (const int player : {0, 1})
        if (const auto text = faults_.text(player); !text.empty())
            out_ << fmt::format("forfeits of the {} player: {}\n", player == 0 ? "new" : "old",
                                text);
    if (!faults_.last.empty())
        out_ << fmt::format("the last forfeit: {}\n", evidence_text(faults_.last));
    if (replayed_ > 0)
        out_ << fmt::format("{} replayed: the host was too busy for a fair clock\n",
                            count_text(replayed_, "game"));
    if (busy_ > 0)
        out_ << fmt::format(
            "warning: the host was too busy for a fair clock in {}; the results count\n",
            count_text(busy_, "game"));
    const bool interrupted = !test_.decided() && !progress.finished();
    out_ << (interrupted ? "SPRT undecided: interrupted. With --store, the same command resumes it."
                         : verdict_text(test_.bounds(), test_.state().verdict))
         << '\n'
         << std::flush;
}

}  // namespace xttt
