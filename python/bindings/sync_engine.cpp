#include "sync_engine.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/random.h"
#include "base/text.h"

namespace xttt::python {

Result<void> SyncEngine::set_option(std::string_view name, std::string_view value) {
    const auto plain = [](std::string_view text) {
        std::string lower = to_lower(text);
        std::erase(lower, '_');
        return lower;
    };
    if (plain(name) == "variant")
        return fail(Errc::Usage,
                    "the variant cannot be set here; it is the variant of the position");
    if (plain(name) == "multipv")
        return fail(Errc::Usage, "multipv cannot be set here; pass it to analyse()");
    for (const OptionSpec& spec : option_specs())
        if (plain(spec.name) == plain(name)) return xttt::set_option(options_, spec.name, value);
    return xttt::set_option(options_, name, value);
}

Result<void> SyncEngine::get_ready(const Variant& variant, const EngineOptions& wanted) {
    const bool fresh = core_ == nullptr || &core_->variant() != &variant;
    if (fresh) {
        TRY(core_, make_core(variant.name));
    }
    if (fresh || !EngineOptions::same_search(configured_, wanted))
        TRY_VOID(core_->configure(wanted.search()));
    if (fresh || configured_.book_file != wanted.book_file)
        TRY_VOID(core_->load_book(wanted.book_file));
    if (forget_) core_->new_game();
    forget_ = false;
    configured_ = wanted;
    return {};
}

Result<Analysis> SyncEngine::analyse(const Game& game, const SearchLimits& limits, int multipv,
                                     const Run& run) {
    EngineOptions wanted = options_;
    wanted.variant = game.variant().name;
    wanted.multipv = multipv;
    TRY_VOID(get_ready(game.variant(), wanted));
    if (game.over()) return fail(Errc::Usage, "the game is over in this position");

    EngineReport last;
    const std::uint64_t seed =
        mix64(static_cast<std::uint64_t>(options_.seed) ^ mix64(++searches_));
    SearchSession session(
        core_, game.position(), wanted, {.limits = limits},
        [&](const EngineReport& report) { last = report; }, seed);
    BestMove best;
    std::stop_source stop;
    run([&] { best = session.run(stop.get_token()); }, stop);

    Analysis found{.variant = &game.variant(), .best_move = best.move};
    TRY(const auto action, game.read_move(best.move));
    found.action = action;
    found.depth = last.search.depth;
    found.seldepth = last.search.seldepth;
    found.nodes = last.search.nodes;
    found.seconds = std::chrono::duration<double>(last.search.elapsed).count();
    for (std::size_t i = 0; i < last.search.pvs.size(); ++i) {
        AnalysisPv pv{.move = {}, .score = last.search.pvs[i].score, .pv = {}};
        for (const auto word : split_words(last.pv[i])) pv.pv.emplace_back(word);
        if (!pv.pv.empty()) pv.move = pv.pv.front();
        found.pvs.push_back(std::move(pv));
    }
    // Stopped before the first report: only the move is known.
    if (found.pvs.empty()) found.pvs.push_back({best.move, 0, {best.move}});
    return found;
}

}  // namespace xttt::python
