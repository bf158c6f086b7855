#pragma once

#include <ostream>

#include "tournament/runner/progress.h"

namespace xttt {

// JSON Lines for programs; docs/reference/tournament.md lists the objects.
class JsonOutput final : public TournamentListener {
public:
    JsonOutput(std::ostream& out, std::vector<std::string> names)
        : out_(out), names_(std::move(names)) {}

    void on_begin(const Progress& progress) override;
    void on_stage(const Progress& progress) override;
    void on_games(std::span<const StoredGame> games, const Progress& progress) override;
    void on_pause(bool paused) override;
    void on_warning(const std::string& text) override;
    void on_stopping(std::size_t games) override;
    void on_end(const Progress& progress) override;

private:
    std::ostream& out_;
    std::vector<std::string> names_;
};

}  // namespace xttt
