#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "server/net/router.h"

namespace xttt {

inline constexpr std::string_view kArenaCookie = "xttt_arena";

inline HttpResponse arena_response(const nlohmann::ordered_json& json, int status = 200) {
    return {
        .status = status,
        .body = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n",
        .headers = {{"Cache-Control", "no-store"}}};
}

// The response to an error of files and databases, whose message may name folders of the server.
inline HttpResponse storage_error(const Error& error) {
    const bool is_full =
        error.message.contains("disk is full") || error.message.contains("No space left");
    return error_response(is_full ? 507 : 500, is_full ? "storage-full" : "not-stored",
                          is_full ? "the disk of the server is full; nothing was stored"
                                  : "the server could not store or read its data");
}

// The response to an error of the arena: 409 for a request that does not fit its state.
inline HttpResponse arena_error(const Error& error) {
    if (error.code != Errc::Usage) return storage_error(error);
    return error_response(409, "not-possible", error.message);
}

inline HttpResponse too_many_calls() {
    return error_response(429, "too-many-calls",
                          "too many requests from your team; try again later");
}

inline HttpResponse not_found(std::string_view what) {
    return error_response(404, "not-found", std::string("no such ") + std::string(what));
}

}  // namespace xttt
