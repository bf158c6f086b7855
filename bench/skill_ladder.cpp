// Plays each skill level against the next one, to check that each level is stronger. --calibrate
// first finds levels with equal steps. --chances counts which opportunities each level misses. The
// results do not depend on --jobs.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/text.h"
#include "engine/engine.h"
#include "engine/review_move.h"
#include "players/make_player.h"
#include "program.h"
#include "referee/match_score.h"
#include "rules/with_variant.h"
#include "search/make_searcher.h"
#include "tournament/runner/local_executor.h"
#include "tournament/runner/match.h"

namespace xttt {
namespace {

struct Options {
    std::string variant{kVariants[0]->name};
    std::string evaluation = EngineOptions{}.evaluation;
    int games = 200;
    int jobs = 1;
    int from = 0, to = kMaxSkill, step = 1;
    std::uint64_t nodes = 300'000;  // of the highest level, per move
    bool calibrate = false;
    int rounds = 2;  // of a calibration
    bool chances = false;
    std::string levels_file;  // empty: the levels of the program
};

struct Rung {
    MatchScore score{true};  // of the higher level
    double margin = 0;       // in points, summed
};

// The higher level is o in even games; games 2k and 2k + 1 share a random opening.
Result<MatchPlan> plan_of(const Options& options, const Variant& variant, int low, int high) {
    const auto player = [&](int level) {
        return fmt::format("engine:skill={},evaluation={},hash=8", level, options.evaluation);
    };
    const PlayLimits limits{.nodes = options.nodes};
    MatchPlan plan{.variant = &variant,
                   .players = {player(low), player(high)},
                   .games = options.games,
                   .limits = {limits, limits},
                   .random_plies = 4};
    for (const std::string& text : plan.players) TRY_VOID(make_player(text, variant));
    return plan;
}

// The position after the opening, which is in the record's FEN.
Result<AnyPosition> start_of(const Variant& variant, const GameRecord& record) {
    if (record.start_fen.empty()) return AnyPosition(variant);
    return AnyPosition::parse_fen(variant, record.start_fen);
}

Result<Rung> play_rung(const Options& options, const Variant& variant, int low, int high) {
    TRY(const MatchPlan plan, plan_of(options, variant, low, high));
    LocalExecutor executor(unpinned(std::min(options.jobs, options.games)));
    Rung rung;
    TRY_VOID(play_match(plan, executor, [&](int game, const PlayedGame& played) -> Result<void> {
        const Side side = opponent(plan.side_of_first(game));
        rung.score.add(played, side);
        const auto points = played.ending.points.value_or(std::array{0, 0});
        rung.margin += points[index(side)] - points[index(opponent(side))];
        return {};
    }));
    return rung;
}

void print_rung(int low, int high, const Rung& rung) {
    const Trinomial& results = rung.score.results();
    fmt::print(
        "{:>2} against {:>2}: {:>4} won {:>3} drawn {:>4} lost, {:>5.1f}%, Elo {:+.0f} "
        "[{:+.0f}, {:+.0f}], margin {:+.2f}\n",
        high, low, results.wins, results.draws, results.losses, 100 * share_of(results)->mean,
        rung.score.elo()->value, rung.score.elo()->low, rung.score.elo()->high,
        rung.margin / rung.score.games());
    std::fflush(stdout);
}

Result<void> climb(const Options& options, const Variant& variant) {
    if (options.from + options.step > options.to)
        return fail(Errc::Usage, fmt::format("a step of {} does not lead from level {} to level {}",
                                             options.step, options.from, options.to));
    for (int low = options.from; low + options.step <= options.to; low += options.step) {
        TRY(const Rung rung, play_rung(options, variant, low, low + options.step));
        print_rung(low, low + options.step, rung);
    }
    return {};
}

// ---- Calibration

using Levels = std::array<SkillLevel, kMaxSkill + 1>;
using Steps = std::array<Estimate, kMaxSkill>;
constexpr double kAlmostFull = 19.999;   // the strongest grade that still has a handicap
constexpr double kFourInFive = 240.824;  // Elo of a score of 80%

// The Elo of a step. A step without a loss has no finite estimate; its lower bound is used.
Estimate finite_step(const Rung& rung) {
    Estimate step = *rung.score.elo();
    if (rung.score.results().losses + rung.score.results().draws == 0) step.value = step.low;
    return step;
}

// The Elo of each level above the one before.
Result<Steps> measure_steps(const Options& options, const Variant& variant, const Levels& levels) {
    set_skill_levels(variant, levels);
    Steps steps{};
    for (int low = 0; low < kMaxSkill; ++low) {
        TRY(const Rung rung, play_rung(options, variant, low, low + 1));
        print_rung(low, low + 1, rung);
        steps[static_cast<std::size_t>(low)] = finite_step(rung);
    }
    return steps;
}

// A point of the curve from grade to Elo.
struct GradeElo {
    double grade;
    double elo;
};

double elo_at(std::span<const GradeElo> curve, double grade) {
    for (std::size_t i = 1; i + 1 < curve.size(); ++i)
        if (grade < curve[i].grade) {
            const double share =
                (grade - curve[i - 1].grade) / (curve[i].grade - curve[i - 1].grade);
            return std::lerp(curve[i - 1].elo, curve[i].elo, share);
        }
    return curve.back().elo;
}

double grade_at(std::span<const GradeElo> curve, double elo) {
    for (std::size_t i = 1; i < curve.size(); ++i)
        if (elo < curve[i].elo) {
            const double share = (elo - curve[i - 1].elo) / (curve[i].elo - curve[i - 1].elo);
            return std::lerp(curve[i - 1].grade, curve[i].grade, std::max(share, 0.0));
        }
    return curve.back().grade;
}

// Levels with equal steps, from one that the beginner beats in four of five games to full strength.
Levels equal_steps(std::span<const GradeElo> curve) {
    const auto below_full = curve.first(curve.size() - 1);
    const double bottom =
        std::max(elo_at(below_full, kBeginnerGrade) - kFourInFive, curve.front().elo);
    const double step = (curve.back().elo - bottom) / kMaxSkill;
    Levels levels{};
    for (int level = 0; level < kMaxSkill; ++level)
        levels[static_cast<std::size_t>(level)].grade =
            std::round(1000 * grade_at(below_full, bottom + level * step)) / 1000;
    levels[kMaxSkill].grade = kFullStrength;
    return levels;
}

// Elo is the sum of the steps, with 500 for the beginner.
std::vector<GradeElo> curve_of(const Levels& levels, const Steps& steps) {
    std::vector<GradeElo> curve{{levels[0].grade, 0}};
    for (std::size_t i = 0; i < steps.size(); ++i)
        curve.push_back({levels[i + 1].grade, curve.back().elo + std::max(steps[i].value, 1.0)});
    const double beginner = elo_at(std::span(curve).first(curve.size() - 1), kBeginnerGrade);
    for (GradeElo& point : curve) point.elo += 500 - beginner;
    return curve;
}

// First integer grades with a quarter of the games, then the levels computed from them.
Result<void> calibrate(const Options& options, const Variant& variant) {
    Options coarse = options;
    coarse.games = std::max(options.games / 4, 2);
    Levels levels{};
    for (int grade = 0; grade < kMaxSkill; ++grade)
        levels[static_cast<std::size_t>(grade)].grade = grade;
    levels[kMaxSkill].grade = kAlmostFull;
    fmt::print("Integer grades, {}\n", variant.name);
    TRY(const Steps whole, measure_steps(coarse, variant, levels));
    std::vector<GradeElo> curve = curve_of(levels, whole);
    levels[kMaxSkill - 1].grade = kAlmostFull;
    levels[kMaxSkill].grade = kFullStrength;
    set_skill_levels(variant, levels);
    TRY(const Rung last, play_rung(coarse, variant, kMaxSkill - 1, kMaxSkill));
    print_rung(kMaxSkill - 1, kMaxSkill, last);
    curve.push_back({kFullStrength, curve.back().elo + finite_step(last).value});
    Steps steps{};
    for (int round = 0; round < options.rounds; ++round) {
        levels = equal_steps(curve);
        fmt::print("Levels, round {} of {}\n", round + 1, options.rounds);
        TRY(steps, measure_steps(options, variant, levels));
        curve = curve_of(levels, steps);
    }
    Levels anchor = levels;
    anchor[1].grade = kBeginnerGrade;
    set_skill_levels(variant, anchor);
    TRY(const Rung beginner, play_rung(options, variant, 0, 1));
    fmt::print("The beginner against level 0: {:.1f}%\n",
               100 * share_of(beginner.score.results())->mean);
    double elo = 500 - finite_step(beginner).value;
    const double mean =
        std::accumulate(steps.begin(), steps.end(), 0.0,
                        [](double sum, const Estimate& step) { return sum + step.value; }) /
        kMaxSkill;
    fmt::print("Mean step {:.0f} Elo. Rows for data/skill-levels.txt:\n", mean);
    fmt::print("{} 0 {} {:.0f} 0 0 0 {}\n", variant.name, levels[0].grade, elo, options.games);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        elo += steps[i].value;
        fmt::print("{} {} {} {:.0f} {:.0f} {:.0f} {:.0f} {}{}\n", variant.name, i + 1,
                   levels[i + 1].grade, elo, steps[i].value, steps[i].low, steps[i].high,
                   options.games,
                   steps[i].value < 0.6 * mean || steps[i].value > 1.6 * mean ? " UNEVEN" : "");
    }
    return {};
}

// ---- Chances

struct Chance {
    int offered = 0;
    int missed = 0;
    void add(bool was_missed) {
        ++offered;
        missed += static_cast<int>(was_missed);
    }
    std::string text() const {
        return offered == 0 ? "-" : fmt::format("{:.1f}%", 100.0 * missed / offered);
    }
};

struct Chances {
    Chance line, board, chain, gift, threat;
};

AnyPosition after(AnyPosition position, Move move) {
    position.play(move);
    return position;
}

bool wins_line(const AnyPosition& position, Move move) {
    const auto outcome = after(position, move).outcome();
    return outcome && outcome->reason == EndReason::Line;
}

// Whether the side to move, other than `side`, can do `what` with one move.
template <class What>
bool opponent_can(const AnyPosition& position, Side side, What what) {
    return !position.over() && position.side_to_move() != side &&
           std::ranges::any_of(position.legal_moves(),
                               [&](Move move) { return what(position, move); });
}

// Counts an opportunity if some moves are `good`, some are not, and the best move is. It is missed
// only if the move played is not `good` and costs winning chances: strong players often leave a
// small board for a move that is as good.
template <class Good>
void count(Chance& chance, const std::vector<Move>& moves, Move best, Move played, bool costly,
           Good good) {
    if (good(best) && !std::ranges::all_of(moves, good)) chance.add(costly && !good(played));
}

// `costly`: the move played loses winning chances against the best one.
void count_chances(const AnyPosition& position, Move best, Move played, bool costly,
                   Chances& chances) {
    const Side side = position.side_to_move();
    const auto moves = position.legal_moves();
    const auto line = [&](Move move) { return wins_line(position, move); };
    count(chances.line, moves, best, played, costly, line);
    if (std::ranges::any_of(moves, line)) return;
    count(chances.board, moves, best, played, costly,
          [&](Move move) { return wins_small_board(position, move); });
    count(chances.chain, moves, best, played, costly, [&](Move move) {
        if (!wins_small_board(position, move)) return false;
        const AnyPosition next = after(position, move);
        return !next.over() && next.side_to_move() == side &&
               std::ranges::any_of(next.legal_moves(),
                                   [&](Move bonus) { return wins_small_board(next, bonus); });
    });
    count(chances.gift, moves, best, played, costly, [&](Move move) {
        return !opponent_can(after(position, move), side, wins_small_board<AnyPosition>);
    });
    count(chances.threat, moves, best, played, costly,
          [&](Move move) { return !opponent_can(after(position, move), side, wins_line); });
}

// Reviews a move with a few thousand nodes.
MoveReview review(const AnyPosition& position, Move played) {
    return position.visit([played] < const Variant& V > (const Position<V>& typed) {
        static const auto searcher = [] {
            SearchOptions options;
            options.hash_mb = 8;
            return *make_searcher<V>(options);
        }();
        SearchLimits limits;
        limits.nodes = 5'000;
        searcher->prepare();
        return review_move<V>(*searcher, typed, played, limits);
    });
}

// Plays games of each level against itself and counts what it misses.
Result<void> show_chances(const Options& options, const Variant& variant) {
    fmt::print(
        "Missed by each level of {} against itself, {} games each:\n"
        "| level | wins the game | wins a board | two boards in a row | keeps the opponent from a "
        "board | … from the game |\n|---|---|---|---|---|---|\n",
        variant.name, options.games);
    for (int level = options.from; level <= options.to; level += options.step) {
        TRY(MatchPlan plan, plan_of(options, variant, level, level));
        LocalExecutor executor(unpinned(std::min(options.jobs, options.games)));
        Chances chances;
        TRY_VOID(play_match(plan, executor, [&](int, const PlayedGame& played) -> Result<void> {
            TRY(AnyPosition position, start_of(variant, played.record));
            for (std::size_t ply = 0; ply < played.record.moves.size(); ++ply) {
                const Move move = played.record.moves[ply].move;
                if (ply >= static_cast<std::size_t>(plan.random_plies)) {
                    const MoveReview found = review(position, move);
                    TRY(const Move best, position.parse_move(found.best));
                    count_chances(position, best, move, found.judgement != Judgement::Good,
                                  chances);
                }
                position.play(move);
            }
            return {};
        }));
        fmt::print("| {} | {} | {} | {} | {} | {} |\n", level, chances.line.text(),
                   chances.board.text(), chances.chain.text(), chances.gift.text(),
                   chances.threat.text());
        std::fflush(stdout);
    }
    return {};
}

// Reads the grades of a variant from a file in the format of data/skill-levels.txt.
Result<void> use_levels_of(const std::string& path, const Variant& variant) {
    std::ifstream in(path);
    if (!in) return fail(Errc::Io, fmt::format("cannot read {}", quote(path)));
    Levels levels{};
    int rows = 0;
    for (std::string row; std::getline(in, row);) {
        std::istringstream words(row);
        std::string name;
        int level = -1;
        double grade = -1;
        if (!(words >> name >> level >> grade) || name != variant.name) continue;
        if (level != rows || level > kMaxSkill || grade < 0 || grade > kFullStrength)
            return fail(Errc::BadInput,
                        fmt::format("{}: {} is not level {} with a grade from 0 to {}", quote(path),
                                    quote(row), rows, kFullStrength));
        levels[static_cast<std::size_t>(rows++)].grade = grade;
    }
    if (rows != kMaxSkill + 1)
        return fail(Errc::BadInput, fmt::format("{} has {} levels of {}, not {}", quote(path), rows,
                                                variant.name, kMaxSkill + 1));
    set_skill_levels(variant, levels);
    return {};
}

Result<void> run(const Options& options) {
    TRY(const Variant* variant, find_variant(options.variant));
    if (!options.levels_file.empty()) TRY_VOID(use_levels_of(options.levels_file, *variant));
    if (options.calibrate) return calibrate(options, *variant);
    if (options.chances) return show_chances(options, *variant);
    return climb(options, *variant);
}

}  // namespace
}  // namespace xttt

int main(int argc, char** argv) {
    xttt::Options options;
    CLI::App app{"Play each level of Skill against the next one", "skill_ladder"};
    app.add_option("--variant", options.variant);
    app.add_option("--evaluation", options.evaluation);
    app.add_option("--games", options.games, "Games per step")->check(CLI::Range(1, 100'000'000));
    app.add_option("--jobs", options.jobs, "Concurrent games")->check(CLI::Range(1, 1024));
    app.add_option("--from", options.from)->check(CLI::Range(0, xttt::kMaxSkill));
    app.add_option("--to", options.to)->check(CLI::Range(0, xttt::kMaxSkill));
    app.add_option("--step", options.step)->check(CLI::Range(1, xttt::kMaxSkill));
    app.add_option("--nodes", options.nodes, "Maximum nodes per move of the highest level")
        ->check(xttt::node_range());
    app.add_option("--levels", options.levels_file,
                   "File of levels to use instead of the built-in ones");
    auto* calibrate = app.add_flag("--calibrate", options.calibrate,
                                   "Find levels with equal steps and print their rows");
    app.add_option("--rounds", options.rounds, "Rounds of a calibration; each refines the last")
        ->check(CLI::Range(1, 20))
        ->needs(calibrate);
    app.add_flag("--chances", options.chances, "Count the chances each level misses")
        ->excludes(calibrate);
    if (const auto status = xttt::read_command_line(app, argc, argv)) return *status;
    return xttt::exit_code(app, xttt::run(options));
}
