#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "referee/referee.h"

namespace xttt {

// Several observers of one game, called in the order in which they were added.
class ListenerGroup final : public GameListener {
public:
    // Null is ignored.
    void add(std::unique_ptr<GameListener> listener) {
        if (listener) listeners_.push_back(std::move(listener));
    }
    void on_start(const GameSetup& setup, const AnyPosition& position) override {
        each([&](GameListener& l) { l.on_start(setup, position); });
    }
    void on_move(const MovedEvent& event) override {
        each([&](GameListener& l) { l.on_move(event); });
    }
    void on_board_won(Side side, int board) override {
        each([&](GameListener& l) { l.on_board_won(side, board); });
    }
    void on_bonus(Side side) override {
        each([&](GameListener& l) { l.on_bonus(side); });
    }
    void on_forfeit(const Forfeit& forfeit) override {
        each([&](GameListener& l) { l.on_forfeit(forfeit); });
    }
    void on_end(const PlayedGame& game, const AnyPosition& position) override {
        each([&](GameListener& l) { l.on_end(game, position); });
    }

private:
    template <class F>
    void each(F&& f) {
        for (const auto& listener : listeners_) f(*listener);
    }
    std::vector<std::unique_ptr<GameListener>> listeners_;
};

}  // namespace xttt
