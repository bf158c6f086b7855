#include "server/game/online_openings.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "rules/any_of.h"
#include "selfplay/opening_statistics.h"

namespace xttt {
namespace {

// As deep as the page's own opening files (scripts/make-page-data).
constexpr int kOpeningPlies = 14;
// Shorter games count as abandoned.
constexpr std::size_t kLeastPlies = 10;
// Games read per transaction of the journal, so that moves do not wait.
constexpr int kScanBatch = 20;
// Positions per variant in memory, about 250 bytes each, and in an answer, about 25 bytes each.
constexpr std::size_t kMaxPositions = 20'000;
constexpr std::size_t kMaxSentPositions = 3'000;
// A position that only one game reached is not an opening, and would reveal that game.
constexpr std::uint32_t kLeastGames = 2;

// The part of a finished game that is counted.
struct CountedGame {
    const Variant* variant;
    std::vector<Move> moves;
    int result_x;
};

std::optional<CountedGame> counted(const OnlineGame& game) {
    if (game.phase() != OnlineGame::Phase::Over || game.moves().size() < kLeastPlies)
        return std::nullopt;
    CountedGame found{game.settings().variant, game.moves(), 0};
    found.moves.resize(std::min<std::size_t>(found.moves.size(), kOpeningPlies), kNoMove);
    if (const auto winner = game.ending().rated_winner())
        found.result_x = *winner == Side::X ? 1 : -1;
    return found;
}

}  // namespace

// The counts of one variant, and the last answer.
class OnlineOpenings::Counter {
public:
    explicit Counter(const Variant& variant)
        : statistics_(*make_any<OpeningStatistics>(variant.name, kOpeningPlies)) {}

    void add(const CountedGame& game) {
        std::visit(
            [&](auto& statistics) {
                statistics.add(game.moves, game.result_x);
                if (statistics.positions() > kMaxPositions) statistics.keep(kMaxPositions / 2);
            },
            statistics_);
        response_.reset();
    }
    const HttpResponse& response() {
        if (response_) return *response_;
        std::string body = std::visit(
            [](auto& statistics) { return statistics.text(kMaxSentPositions, kLeastGames); },
            statistics_);
        const std::string etag = fmt::format("\"{:016x}\"", std::hash<std::string>()(body));
        response_ = {.content_type = "text/plain; charset=utf-8",
                     .body = std::move(body),
                     .headers = {{"ETag", etag}, {"Cache-Control", "public, max-age=60"}}};
        return *response_;
    }

private:
    AnyOf<OpeningStatistics> statistics_;
    std::optional<HttpResponse> response_;
};

OnlineOpenings::OnlineOpenings(Journal& journal, GameRegistry& registry, GroupCommit::Post post)
    : journal_(journal), post_(std::move(post)) {
    for (const Variant* variant : kVariants)
        counters_[variant] = std::make_unique<Counter>(*variant);
    registry.observe_ends([this](const Token& id, const OnlineGame& game) { add_ended(id, game); });
    scan();
}

OnlineOpenings::~OnlineOpenings() = default;

void OnlineOpenings::scan() {
    journal_.load_after(scanned_, kScanBatch, [this](Result<std::vector<SavedGame>> games) {
        if (!games)
            spdlog::warn("earlier games are missing in the openings: {}", games.error().message);
        auto read = std::move(games).value_or(std::vector<SavedGame>());
        complete_ = read.empty();
        if (complete_) return;
        scanned_ = read.back().id;
        thread_.run([this, read = std::move(read)] {
            for (const SavedGame& saved : read)
                if (const auto game = OnlineGame::restore(saved.settings, saved.events))
                    if (const auto found = counted(*game))
                        counters_.at(found->variant)->add(*found);
            post_([this] { scan(); });
        });
    });
}

void OnlineOpenings::add_ended(const Token& id, const OnlineGame& game) {
    // scan() will count games after `scanned_`. It has not counted one before: the journal works in
    // the order of the calls, so the game was not over when it was read.
    if (!complete_ && id.bytes() > scanned_.bytes()) return;
    if (auto found = counted(game))
        thread_.run([this, found = std::move(*found)] { counters_.at(found.variant)->add(found); });
}

void OnlineOpenings::add_routes(Router& router) {
    router.add(
        "GET", "/api/openings/{variant}",
        [this](const HttpRequest& request, const PathValues& values, const HttpReply& answer) {
            const auto variant = find_variant(values[0]);
            if (!variant)
                return answer(error_response(404, "no-such-variant", variant.error().message));
            reply(**variant, request, answer);
        });
}

void OnlineOpenings::reply(const Variant& variant, const HttpRequest& request,
                           const HttpReply& reply) {
    thread_.run([this, &variant, known = request.if_none_match, reply = reply]() mutable {
        HttpResponse response = counters_.at(&variant)->response();
        if (known.find(response.headers[0].second) != std::string::npos) {
            response.status = 304;
            response.body.clear();
        }
        // The callback is moved out of this thread: it owns objects of the network thread.
        post_([reply = std::move(reply), response = std::move(response)]() mutable {
            reply(std::move(response));
        });
    });
}

}  // namespace xttt
