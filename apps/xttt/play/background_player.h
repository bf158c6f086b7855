#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "players/make_player.h"

namespace xttt {

// A player in its own thread, so that the screen stays responsive during its turn.
class BackgroundPlayer {
public:
    // Creates the player in its thread and prepares it for the game, or fails with the reason.
    static Result<std::unique_ptr<BackgroundPlayer>> start(const PlayerSpec& spec,
                                                           const GameInfo& game,
                                                           const PlayerEnvironment& environment,
                                                           Milliseconds start_limit);

    // Requests a move. The objects that the turn refers to must not change until the answer is
    // taken.
    void ask(const Turn& turn, Deadline until);
    bool thinking() const;
    // The answer and the time it took, once there is one.
    struct Answer {
        Reply reply;
        Clock::duration used;
    };
    std::optional<Answer> take();

private:
    BackgroundPlayer() = default;
    void serve(Player& player, const std::stop_token& stop);

    struct Question {
        Turn turn;
        Deadline until;
    };
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<Question> question_;
    std::optional<Answer> answer_;
    bool thinking_ = false;
    std::jthread thread_;
};

}  // namespace xttt
