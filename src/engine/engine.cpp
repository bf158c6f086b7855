#include "engine/engine.h"

#include <cassert>
#include <utility>

#include "base/random.h"
#include "base/text.h"

namespace xttt {

Engine::Engine(CoreFactory factory) : factory_(std::move(factory)) {
    auto core = factory_(options_.variant);
    assert(core.has_value());  // the default variant exists
    core_ = std::move(*core);
}

Engine::~Engine() {
    stop();
    wait();
}

Result<void> Engine::set_option(std::string_view name, std::string_view value) {
    EngineOptions changed = options_;
    TRY_VOID(xttt::set_option(changed, name, value));
    TRY_VOID(set_options(changed));
    // Setting a seed, even the same one, restarts the sequence of games that follow from it.
    if (to_lower(name) == "seed") games_ = 0;
    return {};
}

Result<void> Engine::set_options(const EngineOptions& options) {
    EngineOptions changed = options;
    if (changed.variant != options_.variant) {
        TRY(auto core, factory_(changed.variant));
        // A book is for one variant: setting the variant closes it, unless a new one is set too.
        if (changed.book_file == options_.book_file) changed.book_file.clear();
        TRY_VOID(core->load_book(changed.book_file));
        // The same for a network.
        if (changed.eval_file == options_.eval_file) changed.eval_file.clear();
        TRY_VOID(core->check_network(changed.eval_file));
        core_ = std::move(core);
        position_ = AnyPosition(core_->variant());
        configured_.reset();
    } else {
        if (changed.eval_file != options_.eval_file)
            TRY_VOID(core_->check_network(changed.eval_file));
        if (changed.book_file != options_.book_file) TRY_VOID(core_->load_book(changed.book_file));
    }
    options_ = changed;
    return {};
}

Result<void> Engine::get_ready() {
    if (busy()) return {};
    if (!configured_ || !EngineOptions::same_search(*configured_, options_)) {
        configured_.reset();
        TRY_VOID(core_->configure(options_.search()));
        configured_ = options_;
        forget_ = false;
    }
    if (std::exchange(forget_, false)) core_->new_game();
    return {};
}

void Engine::new_game() {
    ++games_;
    forget_ = true;
    // A failure is kept for the next search, which is where it matters.
    if (configured_) static_cast<void>(get_ready());
}

Result<void> Engine::set_position(const std::optional<std::string>& fen,
                                  std::span<const std::string> moves) {
    TRY(position_, set_up_position(core_->variant(), fen, moves));
    return {};
}

Result<void> Engine::go(GoRequest request, EngineEvents events) {
    TRY_VOID(refuse_if_busy());
    wait();
    TRY_VOID(get_ready());
    const std::uint64_t seed = mix64(static_cast<std::uint64_t>(options_.seed) ^ mix64(games_));
    session_ = std::make_shared<SearchSession>(core_, position_, options_, std::move(request),
                                               std::move(events.on_report), seed);
    start([session = session_,
           on_best_move = std::move(events.on_best_move)](const std::stop_token& stop) -> Deliver {
        return [on_best_move, best = session->run(stop)] {
            if (on_best_move) on_best_move(best);
        };
    });
    return {};
}

bool Engine::ponder_hit() {
    return busy() && session_ && session_->ponder_hit();
}

Result<void> Engine::run(Task task) {
    TRY_VOID(refuse_if_busy());
    wait();
    session_.reset();
    start([position = position_, task = std::move(task)](const std::stop_token& stop) {
        return task(position, stop);
    });
    return {};
}

void Engine::wait() {
    if (thread_.joinable()) thread_.join();
}

bool Engine::busy() const {
    const std::lock_guard lock(mutex_);
    return busy_;
}

Result<void> Engine::refuse_if_busy() const {
    if (busy()) return fail(Errc::Usage, "a search is running; stop it first");
    return {};
}

void Engine::start(std::function<Deliver(const std::stop_token&)> body) {
    busy_ = true;  // the engine thread is not running
    thread_ = std::jthread([this, body = std::move(body)](const std::stop_token& stop) {
        const Deliver deliver = body(stop);
        {
            // Set before the result is delivered, because its receiver may start the next search.
            const std::lock_guard lock(mutex_);
            busy_ = false;
        }
        deliver();
    });
}

}  // namespace xttt
