#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cluster/layout.h"
#include "cluster/order.h"
#include "cluster/wire.h"
#include "record/json_fields.h"
#include "record/record_io.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

using Json = nlohmann::json;
// The log itself, in UTF-8 at up to three bytes for each of the bot's, and the mark of a gap.
constexpr std::size_t kLongestSentBotLog = 3 * kMaxBotLogBytes + 100;
constexpr std::int64_t kYear = std::int64_t{366} * 86'400 * 1'000'000'000;  // nanoseconds

Json used_json(const TimeUsed& used) {
    const auto nanoseconds = [](std::chrono::nanoseconds time) { return time.count(); };
    return {{"moves", used.moves},
            {"total_ns", nanoseconds(used.total)},
            {"longest_ns", nanoseconds(used.longest)},
            {"cpu_ns", nanoseconds(used.cpu)}};
}

Result<TimeUsed> parse_used(const Json& json) {
    JsonFields object(json, "result, used");
    using std::chrono::nanoseconds;
    TimeUsed used{.moves = static_cast<int>(object.integer("moves", 0, 1 << 20)),
                  .total = nanoseconds(object.integer("total_ns", 0, kYear)),
                  .longest = nanoseconds(object.integer("longest_ns", 0, kYear)),
                  .cpu = nanoseconds(object.integer("cpu_ns", 0, kYear))};
    TRY_VOID(object.finish());
    return used;
}

Result<HostEvidence> parse_host(const Json& json) {
    JsonFields object(json, "result, host");
    using std::chrono::microseconds;
    HostEvidence host{.waited = microseconds(object.integer("waited_us", 0, kYear)),
                      .longest_wait = microseconds(object.integer("longest_wait_us", 0, kYear))};
    host.too_busy = object.boolean("too_busy");
    TRY_VOID(object.finish());
    return host;
}

std::array<std::string, 2> parse_bot_logs(JsonFields& head) {
    const Json logs = head.value("bot_logs");
    std::array<std::string, 2> texts;
    for (const std::size_t side : {0u, 1u}) {
        if (!logs.is_array() || logs.size() != 2 || !logs[side].is_string()) {
            head.expect("bot_logs", "an array of two texts");
            return {};
        }
        texts[side] = logs[side].get<std::string>();
        if (texts[side].size() > kLongestSentBotLog)
            head.expect("bot_logs", fmt::format("texts of at most {} bytes", kLongestSentBotLog));
    }
    return texts;
}

}  // namespace

Result<std::string> report_text(const Report& report) {
    Json head = {{"xttt", kWireVersion},
                 {"run", report.run},
                 {"item", report.item},
                 {"worker", report.worker},
                 {"attempt", report.attempt}};
    std::string rest;
    if (const auto* why = std::get_if<std::string>(&report.outcome)) {
        head["set_aside"] = *why;
    } else if (const auto* games = std::get_if<SelfPlayGames>(&report.outcome)) {
        head["record_bytes"] = games->records.size();
        rest = games->records;
    } else {
        const auto& played = std::get<PlayedGame>(report.outcome);
        head["time_scale"] = report.time_scale;
        head["host"] = {{"waited_us", report.host.waited.count()},
                        {"longest_wait_us", report.host.longest_wait.count()},
                        {"too_busy", report.host.too_busy}};
        head["used"] = {used_json(played.used[0]), used_json(played.used[1])};
        if (!report.bot_logs[0].empty() || !report.bot_logs[1].empty())
            head["bot_logs"] = report.bot_logs;
        TRY(rest, jsonl_text(played.record));
    }
    return head.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n" + rest;
}

Result<Report> parse_report(std::string_view text) {
    TRY(const auto parts, split_message(text, "report"));
    JsonFields head(parts.head, "report");
    Report report{.run = head.text("run", 64),
                  .item = head.text("item", 64),
                  .worker = head.text("worker", 64),
                  .attempt = static_cast<int>(head.integer("attempt", 1, 1'000'000'000)),
                  .outcome = {}};
    if (!is_cluster_name(report.run)) head.expect("run", "a name");
    if (!is_cluster_name(report.item)) head.expect("item", "a name");
    if (!is_cluster_name(report.worker)) head.expect("worker", "a name");
    if (head.has("set_aside")) {
        report.outcome = to_utf8(head.text("set_aside", 4096));
        TRY_VOID(head.finish());
        if (!parts.rest.empty())
            return fail(Errc::BadInput,
                        "result: an order that was set aside cannot contain a game");
        return report;
    }
    if (head.has("record_bytes")) {
        if (head.unsigned_integer("record_bytes") != parts.rest.size())
            head.expect("record_bytes", "the number of bytes that follow");
        TRY_VOID(head.finish());
        report.outcome = SelfPlayGames{std::string(parts.rest)};
        return report;
    }
    report.time_scale = head.number("time_scale", 0.01, 100);
    const Json used = head.value("used");
    const Json host = head.value("host");
    if (!used.is_array() || used.size() != 2) head.expect("used", "an array of two elements");
    if (head.has("bot_logs")) report.bot_logs = parse_bot_logs(head);
    TRY_VOID(head.finish());
    TRY(report.host, parse_host(host));
    PlayedGame played;
    for (const std::size_t side : {0u, 1u}) {
        TRY(played.used[side], parse_used(used[side]));
    }
    TRY(played.record, parse_game_text_line(parts.rest, "report"));
    TRY(played.ending, ending_of(played.record));
    report.outcome = std::move(played);
    return report;
}

Result<void> check_answer(const GameOrder& order, const Report& report) {
    const auto wrong = [](std::string why) { return fail(Errc::BadRecord, std::move(why)); };
    if (report.run != order.run || report.item != order.item)
        return wrong("it belongs to another order");
    if (std::holds_alternative<std::string>(report.outcome)) return {};
    const auto* played = std::get_if<PlayedGame>(&report.outcome);
    if (played == nullptr) return wrong("it contains no game");
    const GameRecord& record = played->record;
    const GameSetup& setup = order.setup;
    if (record.variant != setup.variant) return wrong("the variant differs from the order");
    if (record.seed != setup.seed) return wrong("the seed differs from the order");
    if (record.tags != setup.tags)
        return wrong("the tags (such as the players' names) differ from the order");
    if (record.start_fen != setup.start_fen)
        return wrong("the start position differs from the order");
    const auto same_move = [](const RecordedMove& a, const RecordedMove& b) {
        return a.move == b.move;
    };
    const auto opening = setup.opening.size();
    if (record.moves.size() < opening ||
        !std::ranges::equal(setup.opening, std::span(record.moves).first(opening), same_move))
        return wrong("the opening moves differ from the order");
    if (played->ending.result == GameResult::Unfinished) return wrong("the game is not finished");
    if (record.drawn && !setup.adjudication.draws())
        return wrong("it was adjudicated as a draw, but the order does not allow it");
    if (!order.reference_speed && report.time_scale != 1)
        return wrong("the time limits were scaled, but the order does not allow it");
    const auto asked = played->used[0].moves + played->used[1].moves;
    if (static_cast<std::size_t>(asked) > record.moves.size() - opening + 1)
        return wrong("it reports times for more moves than the game has");
    // Before the first move either side may fail to start; later only the side to move can forfeit.
    if (!record.forfeit || record.moves.size() == opening) return {};
    TRY(const auto to_move,
        with_variant(record.variant->name, [&]<const Variant & V>() -> Result<Side> {
            TRY(const auto last, replay<V>(record, [](const auto&, const auto&) {}));
            return last.side_to_move();
        }));
    if (record.forfeit->offender != to_move)
        return wrong("the side that forfeited was not to move");
    return {};
}

}  // namespace xttt
