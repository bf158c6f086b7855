#include "server/preview/preview_routes.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/with_variant.h"
#include "server/background_thread.h"
#include "server/game_routes.h"
#include "server/page.h"
#include "server/preview/board_png.h"

namespace xttt {
namespace {

constexpr std::size_t kMaxWaitingPictures = 60;

// The preview of a link.
struct Preview {
    std::string title;
    std::string description;
    std::string path;    // of this page
    std::string image;   // path of the picture
    std::string target;  // where the page shows it, relative to the root
};

std::string base_url(const std::string& public_url, const HttpRequest& request) {
    if (public_url.empty()) return "http://" + request.host;
    return public_url.ends_with('/') ? public_url.substr(0, public_url.size() - 1) : public_url;
}

// No script, so that the usual content security policy holds: browsers follow the refresh.
HttpResponse preview_response(const Preview& preview, const std::string& base) {
    const std::string up = preview.path.starts_with("/p/") ? "../../" : "../";
    const auto tag = [](std::string_view property, const std::string& content) {
        return fmt::format("<meta property=\"{}\" content=\"{}\">\n", property,
                           html_escaped(content));
    };
    std::string html =
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    html += fmt::format("<title>{}</title>\n", html_escaped(preview.title));
    html += tag("og:title", preview.title) + tag("og:description", preview.description) +
            tag("og:type", "website") + tag("og:url", base + preview.path) +
            tag("og:image", base + preview.image) + tag("og:image:type", "image/png") +
            tag("og:image:width", std::to_string(kPreviewWidth)) +
            tag("og:image:height", std::to_string(kPreviewHeight)) +
            "<meta name=\"twitter:card\" content=\"summary_large_image\">\n";
    html += fmt::format(
        "<meta http-equiv=\"refresh\" content=\"0; url={0}{1}\">\n"
        "</head><body><p><a href=\"{0}{1}\">{2}</a></p></body></html>\n",
        up, html_escaped(preview.target), html_escaped(preview.title));
    return {.content_type = "text/html; charset=utf-8",
            .body = std::move(html),
            .headers = {{"Cache-Control", "public, max-age=60"}}};
}

std::string shown_name(const std::string& name, std::string_view side) {
    return name.empty() ? std::string(side) : name;
}

Preview game_preview(const GameSession& session) {
    const OnlineGame& state = session.state();
    const auto& names = state.settings().names;
    const std::string id = session.id().text();
    const std::size_t moves = state.moves().size();
    std::string status = fmt::format("{} move{} played", moves, moves == 1 ? "" : "s");
    if (state.phase() == OnlineGame::Phase::Waiting) status = "Waiting for the players";
    if (state.phase() == OnlineGame::Phase::Over) {
        const Ending ending = state.ending();
        const auto winner = ending.rated_winner();
        status = winner ? fmt::format("{} won", shown_name(names[index(*winner)],
                                                           *winner == Side::X ? "X" : "O"))
                        : "Draw";
        if (ending.points)
            status += fmt::format(" {}–{}", std::max((*ending.points)[0], (*ending.points)[1]),
                                  std::min((*ending.points)[0], (*ending.points)[1]));
    }
    return {.title = fmt::format("{} – {}", shown_name(names[0], "X"), shown_name(names[1], "O")),
            .description = fmt::format("Extreme Tic-Tac-Toe, variant {}. {}.",
                                       state.settings().variant->name, status),
            .path = "/g/" + id,
            .image = fmt::format("/g/{}/image.png", id),
            .target = "#/online?g=" + id};
}

// The position after moves joined by dashes; "-" is the start.
Result<AnyPosition> read_position(const PathValues& values) {
    TRY(const Variant* const variant, find_variant(values[0]));
    AnyPosition position(*variant);
    if (values[1] == "-") return position;
    for (const std::string_view text : split(values[1], '-')) {
        TRY(const Move move, position.parse_move(text));
        position.play(move);
    }
    return position;
}

Preview position_preview(const PathValues& values) {
    const std::string place = values[0] + "/" + values[1];
    const std::string moves = values[1] == "-" ? "" : values[1];
    const auto count = moves.empty() ? 0 : std::ranges::count(moves, '-') + 1;
    return {.title = fmt::format("A position of {}", values[0]),
            .description =
                fmt::format("Extreme Tic-Tac-Toe, after {} move{}.", count, count == 1 ? "" : "s"),
            .path = "/p/" + place,
            .image = fmt::format("/p/{}/image.png", place),
            .target = fmt::format("#/analysis?v={}&m={}", values[0], moves)};
}

// Draws pictures in its own thread, because one takes a few milliseconds. A client that still has
// the picture gets 304.
class PictureSource {
public:
    PictureSource(const Rate& rate, PreviewOptions::Post post)
        : rate_(rate), drawn_(rate, Clock::now()), post_(std::move(post)) {}

    void reply(const HttpRequest& request, const AnyPosition& position, bool is_final,
               const HttpReply& reply) {
        const std::string etag = fmt::format("\"{:016x}\"", position.key());
        HttpResponse response{.content_type = "image/png",
                              .body = {},
                              .headers = {{"ETag", etag},
                                          {"Cache-Control", is_final ? "public, max-age=86400"
                                                                     : "public, max-age=30"},
                                          // Other sites may show it.
                                          {"Cross-Origin-Resource-Policy", "cross-origin"}}};
        if (request.if_none_match.find(etag) != std::string::npos) {
            response.status = 304;
            return reply(std::move(response));
        }
        if (thread_.waiting() >= kMaxWaitingPictures || !drawn_.take(rate_, Clock::now()))
            return reply(error_response(503, "busy", "too many preview images; try again later"));
        thread_.run([this, position, reply = reply, response = std::move(response)]() mutable {
            response.body = board_png(position);
            post_([reply = std::move(reply), response = std::move(response)]() mutable {
                reply(std::move(response));
            });
        });
    }

private:
    Rate rate_;
    TokenBucket drawn_;  // for all clients together
    PreviewOptions::Post post_;
    BackgroundThread thread_;  // last member: uses all others
};

HttpResponse bad_position(const Error& error) {
    return error_response(404, "no-such-position", error.message);
}

AnyPosition position_of(const OnlineGame& state) {
    AnyPosition position(*state.settings().variant);
    for (const Move move : state.moves()) position.play(move);
    return position;
}

}  // namespace

std::string html_escaped(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            case '\'':
                escaped += "&#39;";
                break;
            default:
                escaped += c;
        }
    }
    return escaped;
}

void add_preview_routes(Router& router, GameRegistry& registry, const PreviewOptions& options) {
    auto pictures = std::make_shared<PictureSource>(options.pictures, options.post);
    const std::string public_url = options.public_url;
    router.add("GET", "/g/{game}",
               [&registry, public_url](const HttpRequest& request, const PathValues& values,
                                       const HttpReply& reply) {
                   with_session(registry, values[0], reply,
                                [base = base_url(public_url, request)](GameSession& session,
                                                                       const HttpReply& answer) {
                                    answer(preview_response(game_preview(session), base));
                                });
               });
    router.add("GET", "/g/{game}/image.png",
               [&registry, pictures](const HttpRequest& request, const PathValues& values,
                                     const HttpReply& reply) {
                   with_session(registry, values[0], reply,
                                [pictures, request](GameSession& session, const HttpReply& answer) {
                                    const auto& state = session.state();
                                    pictures->reply(request, position_of(state),
                                                    state.phase() == OnlineGame::Phase::Over,
                                                    answer);
                                });
               });
    router.add(
        "GET", "/p/{variant}/{moves}",
        [public_url](const HttpRequest& request, const PathValues& values, const HttpReply& reply) {
            if (const auto position = read_position(values); !position)
                return reply(bad_position(position.error()));
            reply(preview_response(position_preview(values), base_url(public_url, request)));
        });
    router.add(
        "GET", "/p/{variant}/{moves}/image.png",
        [pictures](const HttpRequest& request, const PathValues& values, const HttpReply& reply) {
            const auto position = read_position(values);
            if (!position) return reply(bad_position(position.error()));
            pictures->reply(request, *position, true, reply);
        });
    router.add("GET", "/embed",
               [](const HttpRequest& request, const auto&, const HttpReply& reply) {
                   const PageFile* file = find_page_file("/embed.html");
                   HttpResponse response =
                       file != nullptr ? page_response(*file, request) : no_page_response();
                   // The only page that other sites may show in a frame.
                   response.headers.emplace_back("X-Frame-Options", "");
                   response.headers.emplace_back("Content-Security-Policy", content_policy("*"));
                   response.headers.emplace_back("Cross-Origin-Resource-Policy", "cross-origin");
                   reply(std::move(response));
               });
}

}  // namespace xttt
