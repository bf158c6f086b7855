#pragma once

#include <ostream>

#include "tournament/runner/tournament_listener.h"

namespace xttt {

// Tells a tournament to programs: one JSON object a line, docs/reference/tournament.md lists them.
class JsonOutput final : public TournamentListener {
public:
    JsonOutput(std::ostream& out, std::vector<std::string> names)
        : out_(out), names_(std::move(names)) {}

    void on_begin(const Progress& progress) override;
    void on_stage(const Progress& progress) override;
    void on_games(std::span<const StoredNews> news, const Progress& progress) override;
    void on_pause(bool paused) override;
    void on_warning(const std::string& text) override;
    void on_stopping(std::size_t games) override;
    void on_end(const Progress& progress) override;

private:
    std::ostream& out_;
    std::vector<std::string> names_;
};

}  // namespace xttt
