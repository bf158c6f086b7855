#pragma once

#include <functional>
#include <string>

#include "referee/referee.h"

namespace xttt {

// Writes the events of a game as JSON Lines; docs/reference/referee.md lists them. Every object has
// "event" and "game", the number given here.
class JsonEvents final : public GameListener {
public:
    using Write = std::function<void(const std::string& text_line)>;
    JsonEvents(int game, Write write) : game_(game), write_(std::move(write)) {}

    void on_start(const GameSetup& setup, const AnyPosition& position) override;
    void on_move(const MovedEvent& event) override;
    void on_board_won(Side side, int board) override;
    void on_bonus(Side side) override;
    void on_forfeit(const Forfeit& forfeit) override;
    void on_end(const PlayedGame& game, const AnyPosition& position) override;

private:
    int game_;
    Write write_;
    const Variant* variant_ = &kExtreme;
};

}  // namespace xttt
