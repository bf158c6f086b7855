#pragma once

#include "server/game/hub.h"
#include "server/net/router.h"

namespace xttt {

// Online games over HTTP: create, join, look, save, and the WebSocket of each. The hub and the
// metrics must outlive the router.
void add_game_routes(Router& router, Hub& hub, Metrics& metrics, double games_per_minute);

}  // namespace xttt
