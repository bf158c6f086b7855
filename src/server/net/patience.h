#pragma once

#include <chrono>

namespace xttt {

// How long the server waits for clients that are slow, or gone without a word.
struct Patience {
    // For a whole request to arrive, however slowly its bytes trickle.
    std::chrono::milliseconds request = std::chrono::seconds(15);
    // A WebSocket that is silent for half of it is pinged, and cut after all of it without an
    // answer.
    std::chrono::milliseconds silence = std::chrono::seconds(40);
};

}  // namespace xttt
