// The engine of one variant, XTTT_VARIANT: its evaluation and its search; rules.cpp has the rules.
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "base/random.h"
#include "engine/reasons.h"
#include "engine/review_move.h"
#include "engine/skill.h"
#include "eval/handcrafted/tuned.h"
#include "eval/nnue/nnue.h"
#include "search/pvs/pvs.h"
#include "wasm/boundary.h"
#include "wasm/question.h"

namespace xttt::wasm {
namespace {

// Imported from the host: called after each completed depth of a search.
extern "C" __attribute__((import_module("host"), import_name("report"))) void host_report(
    const char* text, int length);

// The searcher: uses the network once the host has loaded one, and `tuned` before.
class WasmEngine {
    struct MakeSearch {
        std::size_t hash_mb;
        template <class E>
        std::unique_ptr<Searcher<V>> operator()(E evaluator) const {
            return make_pvs_search<V, E>(std::move(evaluator), {.hash_mb = hash_mb});
        }
    };
    template <class F>
    auto with_evaluator(F&& f) const {
        return network_ ? f(NnueEvaluator<V>(network_)) : f(TunedEvaluator<V>());
    }

public:
    // Created by the first search, so that a host that only uses the rules needs no table.
    Searcher<V>& searcher() {
        if (!searcher_) searcher_ = with_evaluator(MakeSearch{hash_mb_});
        return *searcher_;
    }
    void set_hash(int megabytes) {
        searcher_.reset();  // first, so that two tables never exist at the same time
        hash_mb_ = static_cast<std::size_t>(std::max(1, megabytes));
    }
    Result<std::string> set_network(std::string_view file) {
        TRY(auto network, nnue::Network<V>::parse(file));
        searcher_.reset();
        network_ = std::move(network);
        return fmt::format("{:016x}", network_->checksum);
    }
    // Clamped to the possible margins, as in the terminal program.
    Score evaluate(const Position<V>& pos) const {
        return with_evaluator(
            [&pos](const auto& e) { return capped_score(e.score(e.start(pos), pos), V); });
    }

private:
    std::size_t hash_mb_ = 32;
    std::shared_ptr<const nnue::Network<V>> network_;
    std::unique_ptr<Searcher<V>> searcher_;
};
WasmEngine& engine() {
    static WasmEngine the_engine;
    return the_engine;
}
Searcher<V>& searcher() {
    return engine().searcher();
}

// In units of 1/10000.
int chance(Score score) {
    return static_cast<int>(std::lround(10'000 * win_probability(score, V)));
}

std::string score_json(Score score) {
    return fmt::format(R"("points":{},"winIn":{},"chance":{})",
                       std::lround(kPoint * points_of_score(score, V)),
                       is_line_score(score) ? moves_to_line(score) : 0, chance(score));
}

std::string report_json(const SearchReport& report, std::size_t multipv) {
    std::string pvs;
    for (std::size_t i = 0; i < std::min(report.pvs.size(), multipv); ++i) {
        const ScoredPv& pv = report.pvs[i];
        pvs += fmt::format(R"({}{{{},"moves":"{}"}})", i == 0 ? "" : ",", score_json(pv.score),
                           pv_text<V>(pv.moves));
    }
    return fmt::format(
        R"("depth":{},"seldepth":{},"nodes":{},"micros":{},"hashfull":{},"pvs":[{}])", report.depth,
        report.seldepth, report.nodes, report.elapsed.count(), report.hashfull, pvs);
}

struct GoLimits {
    int movetime_ms, remaining_ms, increment_ms, depth, multipv;  // 0: none
    double nodes;                                                 // 0: none
    int skill;
    std::uint64_t seed;
};

SearchLimits search_limits(const GoLimits& go) {
    SearchLimits limits;
    if (go.movetime_ms > 0) limits.movetime = Milliseconds{go.movetime_ms};
    if (go.remaining_ms > 0)
        limits.clock = GameClock{Milliseconds{go.remaining_ms}, Milliseconds{go.increment_ms}};
    if (go.depth > 0) limits.depth = go.depth;
    if (go.nodes > 0) limits.nodes = static_cast<std::uint64_t>(go.nodes);
    limits.multipv = std::max(1, go.multipv);
    return limits;
}

Result<std::string> go(std::string_view text, const GoLimits& go) {
    TRY(auto question, read_question(text));
    if (question.pos.over()) return fail(Errc::BadInput, "the game is over");
    SearchLimits limits = search_limits(go);
    limits.root_moves = question.moves;
    const auto shown = static_cast<std::size_t>(limits.multipv);
    const double grade = grade_of_skill(V, std::clamp(go.skill, 0, kMaxSkill));
    if (grade < kFullStrength) {
        Random random(mix64(~go.seed ^ question.pos.key()));
        limits = limited(std::move(limits), handicap(grade), random);
    }

    searcher().prepare();
    const SearchReport found =
        searcher().search(question.pos, limits, [shown](const SearchReport& report) {
            const std::string json = '{' + report_json(report, shown) + '}';
            host_report(json.data(), static_cast<int>(json.size()));
        });
    std::size_t chosen = 0;
    if (grade < kFullStrength) {
        Random random(mix64(go.seed ^ question.pos.key()));
        const auto wins_board = [&](Move move) { return wins_small_board(question.pos, move); };
        chosen = choose_pv(found.pvs, handicap(grade), V.line_points, wins_board, random);
    }
    return fmt::format(R"({{"move":"{}",{}}})", move_text<V>(found.pvs[chosen].moves[0]),
                       report_json(found, shown));
}

Result<std::string> review(std::string_view text, int movetime_ms) {
    TRY(auto question, read_question(text));
    if (question.moves.size() != 1) return fail(Errc::BadInput, "a review needs exactly one move");
    SearchLimits limits;
    limits.movetime = Milliseconds{movetime_ms};
    searcher().prepare();
    const MoveReview found = review_move<V>(searcher(), question.pos, question.moves[0], limits);
    return fmt::format(R"({{"played":"{}","best":"{}","pv":"{}","reply":"{}","cost":{},"lost":{},)"
                       R"("judgement":"{}","before":{{{}}},"after":{{{}}}}})",
                       found.played, found.best, found.best_pv, found.reply,
                       std::lround(kPoint * found.cost), std::lround(10'000 * found.chances_lost),
                       judgement_name(found.judgement), score_json(found.best_score),
                       score_json(found.played_score));
}

}  // namespace
}  // namespace xttt::wasm

using namespace xttt;
using namespace xttt::wasm;

// Replaces the transposition table by one of this size.
XTTT_EXPORT(xttt_configure) void xttt_configure(int hash_mb) {
    engine().set_hash(hash_mb);
}

// Loads a network file for all later searches. Answers with its checksum, or with an error, in
// which case the previous evaluation stays.
XTTT_EXPORT(xttt_set_network) int xttt_set_network(int length) {
    return answer(engine().set_network(host_text(length)));
}

// The static evaluation of a position, in hundredths of a point, from the view of the side to move.
XTTT_EXPORT(xttt_evaluate) int xttt_evaluate(int length) {
    return answer(read_question(host_text(length)).transform([](const Question& question) {
        return std::to_string(engine().evaluate(question.pos));
    }));
}

// Why the last move of a question is good. Before it there may be another move: then it is the best
// one, and the answer also says why the other one is worse. The numbers are moves to a proven line
// in the mover's view, 0: none known, with the best move and after the other one.
XTTT_EXPORT(xttt_explain) int xttt_explain(int length, int best_win_in, int win_in) {
    return answer([&]() -> Result<std::string> {
        TRY(const auto question, read_question(host_text(length)));
        const auto& [pos, moves] = question;
        if (moves.empty() || moves.size() > 2)
            return fail(Errc::BadInput, "an explanation needs one or two moves");
        const auto score = [](int moves_to_win) {
            if (moves_to_win == 0) return Score{0};
            return moves_to_win > 0 ? kLineScore - moves_to_win : -kLineScore - moves_to_win;
        };
        const Move best = moves.back();
        std::string json =
            fmt::format(R"({{"merits":{})", reasons_json(merits<V>(pos, best, score(best_win_in))));
        if (moves.size() == 2)
            json += fmt::format(
                R"(,"faults":{})",
                reasons_json(faults<V>(pos, moves[0], best, score(best_win_in), score(win_in))));
        return json + '}';
    }());
}

XTTT_EXPORT(xttt_new_game) void xttt_new_game() {
    searcher().new_game();
}

// Searches with limits; 0 means no limit. `skill` is the engine's option, `seed` makes levels below
// 20 reproducible.
XTTT_EXPORT(xttt_go)
int xttt_go(int length, int movetime_ms, int remaining_ms, int increment_ms, int depth,
            double nodes, int multipv, int skill, int seed) {
    return answer(go(host_text(length), {.movetime_ms = movetime_ms,
                                         .remaining_ms = remaining_ms,
                                         .increment_ms = increment_ms,
                                         .depth = depth,
                                         .multipv = multipv,
                                         .nodes = nodes,
                                         .skill = skill,
                                         .seed = static_cast<std::uint64_t>(seed)}));
}

// Stops the running search. With one thread, the host calls this from the clock callback, which the
// search calls every thousand nodes when it has a time limit.
XTTT_EXPORT(xttt_stop) void xttt_stop() {
    searcher().stop();
}

// Reviews the single move of a question.
XTTT_EXPORT(xttt_review) int xttt_review(int length, int movetime_ms) {
    return answer(review(host_text(length), movetime_ms));
}
