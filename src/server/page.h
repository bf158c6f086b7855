#pragma once

#include <string>
#include <string_view>

#include "page/page_file.h"
#include "server/net/http.h"
#include "server/net/router.h"

namespace xttt {

// The page's file at an address; null if there is none.
const PageFile* find_page_file(const Target& target);
HttpResponse page_response(const PageFile& file, const HttpRequest& request);
// The content security policy of the page; `frame_ancestors` lists the sites that may show it in a
// frame.
std::string content_policy(std::string_view frame_ancestors);
// The response at "/" of a program built without the page.
HttpResponse no_page_response();

}  // namespace xttt
