#include "testing/shared_executor.h"

#include <algorithm>
#include <utility>

#include "base/count_text.h"

namespace xttt {
namespace {

constexpr std::chrono::milliseconds kCollectLimit{100};

}  // namespace

// The part of one run.
class SharedExecutor::View final : public GameExecutor {
public:
    View(SharedExecutor& machine, std::shared_ptr<Run> run)
        : machine_(machine), run_(std::move(run)) {}
    ~View() override {
        stop();
        const std::lock_guard lock(machine_.mutex_);
        machine_.runs_.remove(run_);
        machine_.replan();
    }

    std::size_t free_slots() const override {
        constexpr std::size_t kMost = 1024;
        const std::lock_guard lock(machine_.mutex_);
        return run_->open ? kMost - std::min(kMost, run_->unfinished) : 0;
    }
    void submit(GameTask task) override {
        const std::lock_guard lock(machine_.mutex_);
        // A run that had nothing to play does not catch up.
        if (run_->unfinished == 0) run_->begun = std::max(run_->begun, machine_.now_);
        run_->waiting.push_back(std::move(task));
        ++run_->unfinished;
        machine_.begin_games();
    }
    Result<void> collect(std::vector<FinishedGame>& finished, Deadline until) override {
        std::unique_lock lock(machine_.mutex_);
        machine_.changed_.wait_until(lock, until, [&] { return !run_->finished.empty(); });
        run_->unfinished -= run_->finished.size();
        std::ranges::move(run_->finished, std::back_inserter(finished));
        run_->finished.clear();
        return {};
    }
    void stored(std::span<const std::uint64_t>) override {}
    std::size_t unfinished() const override {
        const std::lock_guard lock(machine_.mutex_);
        return run_->unfinished;
    }
    std::vector<std::uint64_t> cancel_pending() override {
        const std::lock_guard lock(machine_.mutex_);
        std::vector<std::uint64_t> ids;
        for (const GameTask& task : run_->waiting) ids.push_back(task.id);
        run_->unfinished -= run_->waiting.size();
        run_->waiting.clear();
        return ids;
    }
    // Its running games are played to their ends and discarded.
    void stop() override {
        const std::lock_guard lock(machine_.mutex_);
        run_->open = false;
        run_->waiting.clear();
        run_->finished.clear();
        run_->unfinished = 0;
    }
    std::string description() const override {
        return count_text(machine_.jobs(), "game") + " at a time on this machine";
    }

private:
    SharedExecutor& machine_;
    std::shared_ptr<Run> run_;
};

SharedExecutor::SharedExecutor(ConcurrencyRequest wish, MachineResources offer, MakeListener listen,
                               MakePlayer make)
    : wish_(std::move(wish)),
      offer_(std::move(offer)),
      listen_(std::move(listen)),
      make_(std::move(make)) {
    replan();
    thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

SharedExecutor::~SharedExecutor() = default;

std::size_t SharedExecutor::jobs() const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(plan_.jobs);
}

Result<SharedExecutor::Opened> SharedExecutor::open(int share, const GameRequirements& needs) {
    const std::lock_guard lock(mutex_);
    TRY(auto plan, plan_with(needs));
    auto run = std::make_shared<Run>();
    run->needs = needs;
    run->share = share;
    runs_.push_back(run);
    replan();
    return Opened{std::make_unique<View>(*this, std::move(run)), std::move(plan.warning)};
}

Result<ConcurrencyPlan> SharedExecutor::plan_with(const GameRequirements& more) const {
    GameRequirements needs = more;
    for (const auto& run : runs_) {
        needs.cores = std::max(needs.cores, run->needs.cores);
        needs.memory = std::max(needs.memory, run->needs.memory);
    }
    return plan_concurrency(wish_, needs, offer_);
}

void SharedExecutor::replan() {
    // Fails only for needs that open() refuses.
    auto plan = plan_with({});
    if (!plan || (plan->jobs == plan_.jobs && plan->cores == plan_.cores)) return;
    plan_ = std::move(*plan);
    replanned_ = true;
    changed_.notify_all();
}

void SharedExecutor::begin_games() {
    while (!replanned_ && playing_.size() < static_cast<std::size_t>(plan_.jobs)) {
        std::shared_ptr<Run> next;
        for (const auto& run : runs_)
            if (!run->waiting.empty() && (!next || run->begun < next->begun)) next = run;
        if (!next) return;
        now_ = next->begun;
        next->begun += 1 / next->share;
        GameTask task = std::move(next->waiting.front());
        next->waiting.pop_front();
        const auto id = next_id_++;
        playing_.emplace(id, Playing{next, std::exchange(task.id, id)});
        executor_->submit(std::move(task));
        changed_.notify_all();
    }
}

// Collects finished games and begins the next ones.
void SharedExecutor::work(const std::stop_token& stop) {
    std::vector<FinishedGame> finished;
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            for (FinishedGame& game : finished) {
                auto found = playing_.extract(game.id);
                Run& run = *found.mapped().run;
                if (!run.open) continue;
                game.id = found.mapped().id;
                run.finished.push_back(std::move(game));
            }
            if (!finished.empty()) changed_.notify_all();
            finished.clear();
            if (stop.stop_requested() && playing_.empty()) return;
            if (replanned_ && playing_.empty()) {
                auto idle = std::move(executor_);
                lock.unlock();
                idle.reset();  // waits for the ends of its players
                lock.lock();
                executor_ = std::make_unique<LocalExecutor>(plan_, nullptr, listen_, make_);
                replanned_ = false;
            }
            begin_games();
            if (playing_.empty()) {
                changed_.wait(lock, stop, [&] { return replanned_ || !playing_.empty(); });
                continue;
            }
        }
        (void)executor_->collect(finished, after(kCollectLimit));  // a local executor does not fail
    }
}

}  // namespace xttt
