#include "server/page.h"

#include <string>
#include <unordered_map>

#include "base/text.h"

namespace xttt {
namespace {

// Whether Accept-Encoding lists an encoding without "q=0".
bool accepts(std::string_view accepted, std::string_view encoding) {
    for (const std::string_view part : split(accepted, ',')) {
        const auto words = split(part, ';');
        const auto name = split_words(words[0]);
        if (name.size() != 1 || to_lower(name[0]) != encoding) continue;
        const auto weight = words.size() > 1 ? split_words(words[1]) : decltype(name){};
        return weight.size() != 1 || weight[0].find_first_not_of("q=0.") != std::string_view::npos;
    }
    return false;
}

// Decompressed once, at the first request, because a client could ask for it again and again.
std::string_view plain_content(const PageFile& file) {
    static std::unordered_map<const PageFile*, std::string> contents;
    const auto [entry, is_new] = contents.try_emplace(&file);
    if (is_new) entry->second = file.content();
    return entry->second;
}

}  // namespace

const PageFile* find_page_file(const Target& target) {
    std::string path;
    for (const std::string& part : target.path) path += '/' + part;
    if (path.empty()) path = "/index.html";
    return find_page_file(path);
}

HttpResponse page_response(const PageFile& file, const HttpRequest& request) {
    HttpResponse response{.content_type = std::string(file.type), .body = {}, .headers = {}};
    response.headers = {
        {"ETag", std::string(file.etag)},
        {"Vary", "Accept-Encoding"},
        {"Cache-Control", file.is_immutable ? "public, max-age=31536000, immutable" : "no-cache"}};
    if (request.if_none_match.find(file.etag) != std::string::npos) {
        response.status = 304;
        return response;
    }
    if (!file.brotli.empty() && accepts(request.accept_encoding, "br")) {
        response.headers.emplace_back("Content-Encoding", "br");
        response.static_body = file.brotli;
    } else if (accepts(request.accept_encoding, "gzip")) {
        response.headers.emplace_back("Content-Encoding", "gzip");
        response.static_body = file.gzip;
    } else {
        response.static_body = plain_content(file);  // all browsers have gzip
    }
    return response;
}

std::string content_policy(std::string_view frame_ancestors) {
    return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
           "style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self' data:; "
           "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
           "frame-ancestors " +
           std::string(frame_ancestors);
}

HttpResponse no_page_response() {
    return {.content_type = "text/html; charset=utf-8",
            .body =
                "<!doctype html><html lang=\"en\"><title>xttt</title>"
                "<h1>The server was built without the web page</h1>"
                "<p>Run <code>make run</code> in the project folder to build the page and the "
                "program and start the server.</p></html>\n",
            .headers = {{"Cache-Control", "no-cache"}}};
}

}  // namespace xttt
