#include "play/background_player.h"

#include <future>

namespace xttt {

Result<std::unique_ptr<BackgroundPlayer>> BackgroundPlayer::start(
    const PlayerSpec& spec, const GameInfo& game, const PlayerEnvironment& environment,
    Milliseconds start_limit) {
    std::unique_ptr<BackgroundPlayer> opponent(new BackgroundPlayer);
    std::promise<Result<void>> started;
    auto outcome = started.get_future();
    opponent->thread_ = std::jthread([&, self = opponent.get()](const std::stop_token& stop) {
        auto player = make_player(spec, game.variant, environment);
        if (!player) return started.set_value(std::unexpected(player.error()));
        if (auto failure = (*player)->start_game(game, after(start_limit)))
            return started.set_value(fail(Errc::Process, spec.text + ": " + failure->evidence));
        started.set_value({});
        self->serve(**player, stop);
    });
    TRY_VOID(outcome.get());
    return opponent;
}

void BackgroundPlayer::serve(Player& player, const std::stop_token& stop) {
    for (;;) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, stop, [this] { return question_.has_value(); });
        if (stop.stop_requested()) return;
        const Question question = *question_;
        question_.reset();
        lock.unlock();
        const auto asked = Clock::now();
        Reply reply = player.choose(question.turn, question.until);
        const auto used = reply.at.value_or(Clock::now()) - asked;
        lock.lock();
        answer_ = Answer{std::move(reply), used};
    }
}

void BackgroundPlayer::ask(const Turn& turn, Deadline until) {
    {
        const std::lock_guard lock(mutex_);
        question_.emplace(turn, until);
        thinking_ = true;
    }
    changed_.notify_all();
}

bool BackgroundPlayer::thinking() const {
    const std::lock_guard lock(mutex_);
    return thinking_;
}

auto BackgroundPlayer::take() -> std::optional<Answer> {
    const std::lock_guard lock(mutex_);
    if (!answer_) return std::nullopt;
    auto answer = std::move(answer_);
    answer_.reset();
    thinking_ = false;
    return answer;
}

}  // namespace xttt
