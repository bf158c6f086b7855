#include "tournament/output/text_output.h"

#include <fmt/format.h>

#include "base/count_text.h"
#include "referee/game_setup.h"

namespace xttt {
namespace {

constexpr auto kBetweenOutputs = std::chrono::seconds(5);
// A bot that fails in every game should not fill the log; the store has all forfeits.
constexpr int kMaxForfeitsShown = 50;

}  // namespace

void TextOutput::say(const std::string& text_line) {
    out_ << text_line << '\n' << std::flush;
}

void TextOutput::on_begin(const Progress& progress) {
    begun_ = true;
    pace_.add(0);
    if (quiet_) return;
    if (progress.games_recorded() > 0)
        say(fmt::format("resuming after {}, {} left", count_text(progress.games_recorded(), "game"),
                        progress.games_left()));
    else
        say(fmt::format("{}, {}", count_text(static_cast<long>(names_.size()), "entrant"),
                        count_text(progress.games_left(), "game")));
}

void TextOutput::on_stage(const Progress& progress) {
    if (quiet_ || !begun_) return;
    const StagePlan& plan = progress.plans()[static_cast<std::size_t>(progress.stage())];
    say(fmt::format("stage '{}' starts: {}, {} entrants", plan.name, name(plan.format),
                    progress.stages().back().seats.size()));
}

void TextOutput::on_games(std::span<const StoredGame> games, const Progress& progress) {
    pace_.add(static_cast<long>(games.size()));
    for (const StoredGame& game : games) {
        busy_ += game.host.too_busy;
        if (!game.forfeit()) continue;
        ++forfeits_;
        if (++forfeits_told_ > kMaxForfeitsShown || quiet_) continue;
        say(fmt::format("game {}: {}", game.id, forfeit_text(game, names_)));
        if (forfeits_told_ == kMaxForfeitsShown)
            say("further forfeits are stored, but not shown here");
    }
    const auto now = Clock::now();
    if (quiet_ || now < last_output_ + kBetweenOutputs) return;
    last_output_ = now;
    std::string text_line = fmt::format(
        "{} played, {} left", count_text(progress.games_recorded(), "game"), progress.games_left());
    if (const auto left = pace_.time_for(progress.games_left()))
        text_line += fmt::format(", about {} to go ({:.3g} games/s)", duration_text(*left),
                                 pace_.games_per_second());
    if (forfeits_ > 0) text_line += ", " + count_text(forfeits_, "forfeit");
    say(text_line + "; last: " + game_text(games.back(), names_));
}

void TextOutput::on_pause(bool paused) {
    say(paused ? "paused" : "resumed");
}

void TextOutput::on_warning(const std::string& text) {
    say("warning: " + text);
}

void TextOutput::on_stopping(std::size_t games) {
    say(stopping_text(games));
}

void TextOutput::on_end(const Progress& progress) {
    for (int stage = 0; stage <= progress.stage(); ++stage) {
        const StagePlan& plan = progress.plans()[static_cast<std::size_t>(stage)];
        out_ << fmt::format("{} ({})\n", plan.name, name(plan.format))
             << standings_text(progress, stage, names_);
    }
    if (const std::string warning = busy_text(busy_); !warning.empty()) out_ << warning << '\n';
    out_ << std::flush;
}

}  // namespace xttt
