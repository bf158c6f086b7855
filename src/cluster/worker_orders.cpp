// What a worker does with an order: play it, and deliver its result.

#include <fmt/format.h>

#include "base/text.h"
#include "cluster/layout.h"
#include "cluster/worker_impl.h"

namespace xttt {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

void Worker::Impl::play_orders() {
    Players players{OrderPlayer(travel_, leave_, given_up_), BatchPlayer(travel_, given_up_)};
    while (auto* held = bench_.begin()) handle(players, *held);
}

Result<void> Worker::Impl::play(Players& players, const Order& order, Report& report) const {
    if (const auto* game = std::get_if<GameOrder>(&order)) return players.games.play(*game, report);
    auto games = players.batches.play(std::get<SelfPlayOrder>(order));
    if (!games) return std::unexpected(games.error());
    report.outcome = std::move(*games);
    return {};
}

void Worker::Impl::handle(Players& players, WorkBench::Held& held) {
    const auto began = Clock::now();
    const auto order = parse_order(held.delivery.data());
    // Whose it is says the subject too, for orders that cannot be read.
    const auto parts = split(held.delivery.subject(), '.');
    Report report{.run = std::string(parts.at(2)),
                  .item = std::string(parts.at(3)),
                  .worker = status_.worker,
                  .attempt = held.delivery.attempt(),
                  .outcome = std::string()};
    const auto is_its_own = [&](const auto& each) {
        return each.run == report.run && each.item == report.item;
    };
    const int attempts = order ? std::visit([](const auto& each) { return each.attempts; }, *order)
                               : GameOrder{}.attempts;
    std::string why;
    if (!order) {
        why = order.error().message;
    } else if (!std::visit(is_its_own, *order)) {
        why = "the order is not the one its subject names";
    } else if (report.attempt <= attempts) {
        const auto played = play(players, *order, report);
        if (!played) why = played.error().message;
    } else {
        why = "no worker that began it came to its end";
    }
    // A game that was given up is nobody's result.
    if (given_up_) return bench_.give_back(&held, 0ms);
    if (!why.empty()) {
        trouble(fmt::format("order {}.{}: {}", report.run, report.item, why));
        if (report.attempt < attempts) {
            // Another worker may be able to. Later, so that it is not this one again at once.
            note([](WorkerStatus& status) { ++status.given_back; });
            return bench_.give_back(&held, std::min<std::chrono::milliseconds>(lease_, 2s));
        }
        report.outcome =
            fmt::format("set aside after {} attempts: {}", report.attempt, why.substr(0, 3000));
    }
    const auto* batch = order ? std::get_if<SelfPlayOrder>(&*order) : nullptr;
    bench_.played(&held, Clock::now() - began);
    deliver(std::move(report), batch != nullptr ? batch->count : 1, held);
}

// Publishes the result, and lets go of the order when it, or another one of the same order, is
// stored. The thread that played goes on meanwhile.
void Worker::Impl::deliver(Report report, std::uint32_t games, WorkBench::Held& held) {
    auto text = report_text(report);
    const auto longest = static_cast<std::size_t>(streams_.connection().max_payload());
    if (auto* played = std::get_if<PlayedGame>(&report.outcome);
        text && text->size() > longest && played != nullptr) {
        // What players said beside their moves is all that can be so long.
        for (auto& each : played->record.moves) each.note.text.clear();
        text = report_text(report);
    }
    if (!text) {
        trouble(text.error().message);
        return bench_.give_back(&held, 0ms);
    }
    const bool set_aside = std::holds_alternative<std::string>(report.outcome);
    publisher_->publish(result_subject(report.run, report.item), *text,
                        [this, &held, games, set_aside](const OncePublisher::Stored& stored) {
                            // Its order may have gone back to the server meanwhile.
                            if (given_up_) return;
                            if (!stored) {
                                trouble(stored.error().message);
                                return bench_.give_back(&held, 1s);
                            }
                            note([&](WorkerStatus& status) {
                                if (!*stored)
                                    ++status.duplicates;
                                else if (set_aside)
                                    ++status.set_aside;
                                else
                                    status.games += games;
                            });
                            bench_.finish(&held);
                        });
}

}  // namespace xttt
