#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "server/game/game_registry.h"
#include "server/net/rate_limit.h"
#include "server/net/router.h"

namespace xttt {

struct PreviewOptions {
    // Runs a function in the server's thread: pictures are drawn in another one.
    using Post = std::function<void(std::function<void()>)>;
    Post post;
    std::string public_url{};                      // in links; empty: the address of each request
    Rate pictures{.burst = 60, .per_second = 10};  // for all clients together
};

// Pages that other sites can preview, with a picture, and the page that they can embed:
//   /g/{game}                 a game, which the page's own link shows
//   /p/{variant}/{moves}      a position, as moves joined by dashes
//   /embed                    the page without frame protection
// The registry must outlive the router.
void add_preview_routes(Router& router, GameRegistry& registry, const PreviewOptions& options);

// Text as the content of an element or of an attribute in double quotes.
std::string html_escaped(std::string_view text);

}  // namespace xttt
