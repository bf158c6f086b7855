#include <fmt/format.h>

#include "base/count_text.h"
#include "referee/game_setup.h"
#include "tournament/output/forecast.h"
#include "tournament/output/outputs.h"
#include "tournament/output/standings_text.h"

namespace xttt {
namespace {

constexpr auto kBetweenOutputs = std::chrono::seconds(5);
// A bot that fails in every game should not fill the log; the store has all forfeits.
constexpr int kMaxForfeitsShown = 50;

class TextOutput final : public TournamentListener {
public:
    TextOutput(std::ostream& out, std::vector<std::string> names, bool quiet)
        : out_(out), names_(terminal_safe_names(std::move(names))), quiet_(quiet) {}

    void on_begin(const Progress& progress) override {
        begun_ = true;
        rate_.add(0);
        if (quiet_) return;
        if (progress.games_recorded() > 0)
            say(fmt::format("resuming after {}, {} left",
                            count_text(progress.games_recorded(), "game"), progress.games_left()));
        else
            say(fmt::format("{}, {}", count_text(static_cast<long>(names_.size()), "entrant"),
                            count_text(progress.games_left(), "game")));
    }
    void on_stage(const Progress& progress) override {
        if (quiet_ || !begun_) return;
        const StagePlan& plan = progress.plans()[static_cast<std::size_t>(progress.stage())];
        say(fmt::format("stage '{}' starts: {}, {} entrants", plan.name, name(plan.format),
                        progress.stages().back().seats.size()));
    }
    void on_games(std::span<const StoredGame> games, const Progress& progress) override {
        rate_.add(static_cast<long>(games.size()));
        for (const StoredGame& game : games) {
            busy_ += game.host.too_busy;
            if (!game.has_fault()) continue;
            ++forfeits_;
            if (++forfeits_told_ > kMaxForfeitsShown || quiet_) continue;
            say(fmt::format("game {}: {}", game.id, forfeit_text(game, names_)));
            if (forfeits_told_ == kMaxForfeitsShown)
                say("further forfeits are stored but not printed");
        }
        const auto now = Clock::now();
        if (quiet_ || now < last_output_ + kBetweenOutputs) return;
        last_output_ = now;
        std::string text_line =
            fmt::format("{} played, {} left", count_text(progress.games_recorded(), "game"),
                        progress.games_left());
        if (const auto left = rate_.time_for(progress.games_left()))
            text_line += fmt::format(", about {} to go ({:.3g} games/s)", duration_text(*left),
                                     rate_.games_per_second());
        if (forfeits_ > 0) text_line += ", " + count_text(forfeits_, "forfeit");
        say(text_line + "; last: " + game_text(games.back(), names_));
    }
    void on_pause(bool paused) override { say(paused ? "paused" : "resumed"); }
    void on_warning(const std::string& text) override { say("warning: " + terminal_safe(text)); }
    void on_stopping(std::size_t games) override { say(stopping_text(games)); }
    void on_end(const Progress& progress) override {
        for (int stage = 0; stage <= progress.stage(); ++stage) {
            const StagePlan& plan = progress.plans()[static_cast<std::size_t>(stage)];
            out_ << fmt::format("{} ({})\n", plan.name, name(plan.format))
                 << standings_text(progress, stage, names_);
        }
        if (const std::string warning = busy_text(busy_); !warning.empty()) out_ << warning << '\n';
        out_ << std::flush;
    }

private:
    void say(const std::string& text_line) { out_ << text_line << '\n' << std::flush; }

    std::ostream& out_;
    std::vector<std::string> names_;
    bool quiet_;  // only warnings and the final standings
    GameRate rate_;
    Clock::time_point last_output_{};
    int forfeits_told_ = 0;
    long forfeits_ = 0;
    long busy_ = 0;  // games of this run whose host was too busy
    bool begun_ = false;
};

}  // namespace

std::unique_ptr<TournamentListener> text_output(std::ostream& out, std::vector<std::string> names,
                                                bool quiet) {
    return std::make_unique<TextOutput>(out, std::move(names), quiet);
}

}  // namespace xttt
