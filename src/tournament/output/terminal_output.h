#pragma once

#include <deque>
#include <functional>
#include <ostream>
#include <string>

#include "tournament/output/forecast.h"
#include "tournament/output/standings_text.h"
#include "tournament/runner/progress.h"

namespace xttt {

// A live display on a terminal, redrawn in place a few times a second: progress, standings, last
// results, forfeits and warnings. At the end the complete standings remain.
class TerminalOutput final : public TournamentListener {
public:
    struct Size {
        int rows;
        int columns;
    };
    // `size` is called before each redraw.
    TerminalOutput(std::ostream& out, std::string title, std::vector<std::string> names,
                   std::function<Size()> size)
        : out_(out),
          title_(std::move(title)),
          names_(terminal_safe_names(std::move(names))),
          size_(std::move(size)) {}

    void on_begin(const Progress& progress) override;
    void on_games(std::span<const StoredGame> games, const Progress& progress) override;
    void on_pause(bool paused) override { paused_ = paused; }
    void on_warning(const std::string& text) override;
    void on_stopping(std::size_t games) override;
    void on_end(const Progress& progress) override;
    void on_tick(const Progress& progress) override;

private:
    void draw(const Progress& progress);
    std::vector<std::string> picture(const Progress& progress, Size size) const;

    std::ostream& out_;
    std::string title_;
    std::vector<std::string> names_;
    std::function<Size()> size_;
    Pace pace_;
    std::deque<std::string> results_, forfeits_;  // the newest first
    std::string warning_, stopping_;
    long forfeits_seen_ = 0;
    long busy_ = 0;                      // games of this run whose host was too busy
    std::vector<std::string> warnings_;  // each once, for the end
    bool paused_ = false;
    Clock::time_point next_drawing_{};
    std::size_t rows_drawn_ = 0;
};

}  // namespace xttt
