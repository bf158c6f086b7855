#pragma once

#include <string>
#include <string_view>

#include "server/game/game_registry.h"
#include "server/net/router.h"

namespace xttt {

// Pages that other sites can preview, with a picture, and the page that they can embed:
//   /g/{game}                 a game, which the page's own link shows
//   /p/{variant}/{moves}      a position, as moves joined by dashes
//   /embed                    the page without frame protection
// `public_url` is the address of the server in links; empty: that of the request. The registry must
// outlive the router.
void add_preview_routes(Router& router, GameRegistry& registry, std::string public_url);

// Text as the content of an element or of an attribute in double quotes.
std::string html_escaped(std::string_view text);

}  // namespace xttt
