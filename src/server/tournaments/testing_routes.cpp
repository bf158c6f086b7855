#include "server/tournaments/testing_routes.h"

#include "base/file.h"

namespace xttt {

void add_testing_routes(Router& router, const std::string& folder) {
    const auto add = [&](const char* path, const char* name, std::string type) {
        const std::string file = folder.empty() ? "" : folder + "/" + name;  // "": no such file
        router.add("GET", path, [file, type](const auto&, const auto&, const HttpReply& reply) {
            constexpr std::size_t kMostBytes = std::size_t{16} << 20;
            auto content = read_input_file(file, kMostBytes);
            if (!content)
                return reply(error_response(404, "no-tests",
                                            "this server shows no engine tests, or their "
                                            "coordinator has not started yet"));
            HttpResponse response{.content_type = type, .body = std::move(*content)};
            response.headers.emplace_back("Cache-Control", "no-store");
            // Its styles are inside it, and it has no script.
            response.headers.emplace_back(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
                "form-action 'none'; frame-ancestors 'none'");
            reply(std::move(response));
        });
    };
    add("/testing", "index.html", "text/html; charset=utf-8");
    add("/api/testing", "tests.json", "application/json");
}

}  // namespace xttt
