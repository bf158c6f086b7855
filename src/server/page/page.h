#pragma once

#include <span>
#include <string_view>

#include "server/net/http.h"
#include "server/net/target.h"

namespace xttt {

// One file of the page, as it lies in the program.
struct PageFile {
    std::string_view path;  // "/assets/board-1a2b3c.js"
    std::string_view type;
    std::string_view etag;
    std::string_view gzip;    // compressed
    std::string_view brotli;  // the same, smaller; empty where the page was built without
    bool is_forever;          // its name changes with its content
};

// The files that were there when the program was built (scripts/pack-page makes this function).
std::span<const PageFile> page_files();

// A file of the page, or null.
const PageFile* find_page_file(const Target& target);
HttpResponse page_response(const PageFile& file, const HttpRequest& request);
// What stands at "/" where the program was built without the page.
HttpResponse no_page_response();

}  // namespace xttt
