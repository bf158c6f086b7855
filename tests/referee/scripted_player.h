#pragma once

#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "players/player.h"

namespace xttt::test {

// Answers from a script, without a process.
class ScriptedPlayer final : public Player {
public:
    using Answer = std::function<Reply(const Turn&)>;
    explicit ScriptedPlayer(Answer answer) : answer_(std::move(answer)) {}

    std::optional<Failure> start_game(const GameInfo&, Deadline) override { return cannot_start; }
    Reply choose(const Turn& turn, Deadline) override {
        ++asked;
        return answer_(turn);
    }
    void end_game() override { ++ended; }

    std::optional<Failure> cannot_start;
    int asked = 0;
    int ended = 0;

private:
    Answer answer_;
};

// The first legal move there is.
inline Reply first_legal(const Turn& turn) {
    return turn.position.visit([](const auto& pos) -> Reply { return {pos.nth_legal(0)}; });
}

inline ScriptedPlayer honest() {
    return ScriptedPlayer(first_legal);
}
inline ScriptedPlayer saying(std::string text) {
    return ScriptedPlayer([text](const Turn&) -> Reply { return {text}; });
}

}  // namespace xttt::test
