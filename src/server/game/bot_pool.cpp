#include "server/game/bot_pool.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace xttt {
namespace {

constexpr std::chrono::seconds kStartLimit{10};
// Grace period after its move time; a bot that has not answered by then loses.
constexpr std::chrono::seconds kAnswerGrace{3};
// With a clock, a bot uses at most this share of the remaining time.
constexpr int kClockShare = 20;
constexpr Milliseconds kLeastThinking{10};

Milliseconds thinking_time(const BotOptions& options, const std::optional<Milliseconds>& left) {
    if (!left) return options.move_time;
    return std::clamp(*left / kClockShare, kLeastThinking,
                      std::max(options.move_time, kLeastThinking));
}

Result<std::string> chosen_move(Player& player, const BotPool::Question& question,
                                Milliseconds time) {
    AnyPosition position(*question.variant);
    std::vector<RecordedMove> moves;
    for (const Move move : question.moves) {
        moves.push_back({move, {}});
        position.play(move);
    }
    const auto failed = [](const Failure& failure) {
        return fail(Errc::Process, fmt::format("{}: {}", name(failure.reason), failure.evidence));
    };
    const PlayLimits limits{.move_time = time};
    if (const auto failure = player.start_game({*question.variant, question.side, question.seed},
                                               after(kStartLimit)))
        return failed(*failure);
    const Reply reply =
        player.choose({position, question.side, {}, moves, limits, {}}, after(time + kAnswerGrace));
    player.end_game();
    if (const auto* failure = std::get_if<Failure>(&reply.answer)) return failed(*failure);
    if (const auto* move = std::get_if<Move>(&reply.answer))
        return move_text(*question.variant, *move);
    return std::get<std::string>(reply.answer);
}

}  // namespace

Result<Bot> parse_bot(std::string_view text) {
    const auto equals = text.find('=');
    if (equals == 0 || equals == std::string_view::npos)
        return fail(Errc::Usage, fmt::format("--bot {}: expected NAME=PLAYER, for example "
                                             "Robin=engine:skill=8",
                                             quote(text)));
    const auto name = text.substr(0, equals);
    if (const auto valid = check_player_name(name); !valid)
        return fail(Errc::Usage,
                    fmt::format("--bot {}: the name {}", quote(text), valid.error().message));
    TRY(auto player, parse_player(text.substr(equals + 1)));
    if (std::holds_alternative<HumanSpec>(player.kind))
        return fail(Errc::Usage, fmt::format("--bot {}: a human is not a bot", quote(text)));
    return Bot{std::string(name), std::move(player)};
}

Result<std::unique_ptr<BotPool>> BotPool::start(BotOptions options, GroupCommit::Post post) {
    std::vector<BotInfo> info;
    for (const Bot& bot : options.bots) {
        if (std::ranges::find(info, bot.name, &BotInfo::name) != info.end())
            return fail(Errc::Usage, fmt::format("two bots have the name {}", quote(bot.name)));
        BotInfo entry{.name = bot.name, .variants = {}};
        std::optional<Error> problem;
        for (const Variant* variant : kVariants) {
            const auto player = make_player(bot.player, *variant, {.trust_all = options.trust_all});
            if (player)
                entry.variants.push_back(variant);
            else if (!problem)
                problem = player.error();
        }
        if (entry.variants.empty()) return std::unexpected(*problem);
        info.push_back(std::move(entry));
    }
    return std::unique_ptr<BotPool>(
        new BotPool(std::move(options), std::move(info), std::move(post)));
}

BotPool::BotPool(BotOptions options, std::vector<BotInfo> info, GroupCommit::Post post)
    : options_(std::move(options)), info_(std::move(info)), post_(std::move(post)) {
    if (info_.empty()) return;
    for (int i = 0; i < options_.threads; ++i) threads_.emplace_back([this] { run(); });
}

BotPool::~BotPool() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    queued_.notify_all();
}

bool BotPool::plays(std::string_view bot, const Variant& variant) const {
    const auto found = std::ranges::find(info_, bot, &BotInfo::name);
    return found != info_.end() && std::ranges::count(found->variants, &variant) > 0;
}

bool BotPool::ask(Question question, Answer answer) {
    {
        const std::lock_guard lock(mutex_);
        if (queue_.size() >= options_.games) return false;
        queue_.push_back({std::move(question), std::move(answer)});
    }
    queued_.notify_one();
    return true;
}

void BotPool::run() {
    // A player must be created and destroyed in the same thread.
    std::unique_ptr<Player> player;
    std::pair<std::string, const Variant*> playing;
    for (;;) {
        Task task;
        {
            std::unique_lock lock(mutex_);
            queued_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
            if (stopping_) return;
            task = std::move(queue_.front());
            queue_.pop_front();
        }
        const Question& question = task.question;
        Result<std::string> move = fail(Errc::Usage, "there is no such bot");
        const auto bot = std::ranges::find(options_.bots, question.bot, &Bot::name);
        if (bot != options_.bots.end()) {
            const std::pair wanted(question.bot, question.variant);
            if (!player || playing != wanted) {
                player.reset();
                playing = wanted;
                if (auto made = make_player(bot->player, *question.variant,
                                            {.trust_all = options_.trust_all}))
                    player = std::move(*made);
                else
                    move = std::unexpected(made.error());
            }
            if (player)
                move = chosen_move(*player, question, thinking_time(options_, question.clock_left));
            if (!move) player.reset();
        }
        post_([answer = std::move(task.answer), move = std::move(move)] { answer(move); });
    }
}

}  // namespace xttt
