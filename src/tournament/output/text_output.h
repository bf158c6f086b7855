#pragma once

#include <ostream>

#include "tournament/output/forecast.h"
#include "tournament/output/standings_text.h"
#include "tournament/runner/progress.h"

namespace xttt {

// Plain text for files and pipes: a line every few seconds, stages, forfeits, warnings, and the
// standings at the end.
class TextOutput final : public TournamentListener {
public:
    TextOutput(std::ostream& out, std::vector<std::string> names, bool quiet)
        : out_(out), names_(terminal_safe_names(std::move(names))), quiet_(quiet) {}

    void on_begin(const Progress& progress) override;
    void on_stage(const Progress& progress) override;
    void on_games(std::span<const StoredGame> games, const Progress& progress) override;
    void on_pause(bool paused) override;
    void on_warning(const std::string& text) override;
    void on_stopping(std::size_t games) override;
    void on_end(const Progress& progress) override;

private:
    void say(const std::string& text_line);

    std::ostream& out_;
    std::vector<std::string> names_;
    bool quiet_;  // only warnings and the final standings
    Pace pace_;
    Clock::time_point last_output_{};
    int forfeits_told_ = 0;
    long forfeits_ = 0;
    long busy_ = 0;  // games of this run whose host was too busy
    bool begun_ = false;
};

}  // namespace xttt
