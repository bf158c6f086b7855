#include "engine/options.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "base/text.h"

namespace xttt {

namespace {

// Three quarters of the physical memory. The system would not refuse a larger table, but kill the
// process while it is filled.
int max_hash_mb() {
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGE_SIZE);
    if (pages <= 0 || page <= 0) return 1024;
    const auto megabytes =
        static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) >> 20;
    return static_cast<int>(std::clamp<std::uint64_t>(megabytes / 4 * 3, 64, 1 << 20));
}

constexpr int kMaxThreads = 256;
constexpr int kMaxOverheadMs = 10000;

std::vector<std::string_view> names_of_variants() {
    std::vector<std::string_view> names;
    for (const Variant* variant : kVariants) names.push_back(variant->name);
    return names;
}

std::vector<std::string_view> to_vector(std::span<const std::string_view> names) {
    return {names.begin(), names.end()};
}

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return to_lower(x) == to_lower(y); });
}

}  // namespace

SearchOptions EngineOptions::search() const {
    SearchOptions search;
    search.algorithm = algorithm;
    search.evaluation = evaluation;
    search.eval_file = eval_file;
    search.hash_mb = static_cast<std::size_t>(hash_mb);
    search.threads = threads;
    search.move_overhead = Milliseconds{move_overhead_ms};
    search.seed = static_cast<std::uint64_t>(seed);
    // Checked when it was set.
    search.lines_weights = parse_lines_weights(lines_weights).value_or(LinesWeights{});
    return search;
}

bool EngineOptions::same_search(const EngineOptions& a, const EngineOptions& b) {
    const auto what = [](const EngineOptions& o) {
        return std::tie(o.variant, o.algorithm, o.evaluation, o.eval_file, o.hash_mb, o.threads,
                        o.move_overhead_ms, o.seed, o.lines_weights);
    };
    return what(a) == what(b);
}

std::span<const OptionSpec> option_specs() {
    using O = EngineOptions;
    static const std::vector<OptionSpec> specs{
        {"Variant", "variant of the game; setting it resets the position",
         ComboOption{&O::variant, names_of_variants()}},
        {"Hash", "transposition table size in MiB", SpinOption{&O::hash_mb, 1, max_hash_mb()}},
        {"Threads", "number of search threads", SpinOption{&O::threads, 1, kMaxThreads}},
        {"MultiPV", "number of best moves to report", SpinOption{&O::multipv, 1, 256}},
        {"Algorithm", "search algorithm", ComboOption{&O::algorithm, to_vector(algorithm_names())}},
        {"Evaluation", "evaluation function",
         ComboOption{&O::evaluation, to_vector(evaluation_names())}},
        {"EvalFile",
         "network file of the evaluation nnue; empty (also after setting Variant) for the built-in "
         "network",
         TextOption{&O::eval_file, [](std::string_view) -> Result<void> { return {}; }}},
        {"LinesWeights",
         "weights of the lines evaluation: cell1,cell2,cell3,board won,board1,board2,board3",
         TextOption{&O::lines_weights,
                    [](std::string_view value) -> Result<void> {
                        TRY_VOID(parse_lines_weights(value));
                        return {};
                    }}},
        {"Skill", "skill level, 20 is full strength", SpinOption{&O::skill, 0, kMaxSkill}},
        {"UGI_LimitStrength", "play at the strength of UGI_Elo instead of Skill",
         CheckOption{&O::limit_strength}},
        {"UGI_Elo", "strength in Elo, on the scale of the skill levels of the variant",
         SpinOption{&O::elo, min_skill_elo(), max_skill_elo()}},
        {"MoveOverhead", "time in ms reserved per move for communication",
         SpinOption{&O::move_overhead_ms, 0, kMaxOverheadMs}},
        {"Ponder", "report a ponder move with the best move", CheckOption{&O::ponder}},
        {"BookFile", "opening book file; setting Variant closes it",
         TextOption{&O::book_file, [](std::string_view) -> Result<void> { return {}; }}},
        {"Seed", "random seed", SpinOption{&O::seed, 0, 2147483647}},
    };
    return specs;
}

std::string option_value(const EngineOptions& options, const OptionSpec& spec) {
    return std::visit(
        Overloaded{
            [&](const SpinOption& spin) { return fmt::to_string(options.*spin.field); },
            [&](const CheckOption& check) {
                return std::string(options.*check.field ? "true" : "false");
            },
            [&](const ComboOption& combo) { return options.*combo.field; },
            [&](const TextOption& text) { return options.*text.field; },
        },
        spec.kind);
}

namespace {

Result<void> set_value(EngineOptions& options, const OptionSpec& spec, std::string_view value) {
    return std::visit(
        Overloaded{
            [&](const SpinOption& spin) -> Result<void> {
                const auto number = to_number<int>(value);
                if (!number || *number < spin.min || *number > spin.max)
                    return fail(Errc::Usage,
                                fmt::format("{} must be a number from {} to {}, not {}", spec.name,
                                            spin.min, spin.max, quote(value)));
                options.*spin.field = *number;
                return {};
            },
            [&](const CheckOption& check) -> Result<void> {
                const bool on = equal_ignoring_case(value, "true");
                if (!on && !equal_ignoring_case(value, "false"))
                    return fail(Errc::Usage, fmt::format("{} must be true or false, not {}",
                                                         spec.name, quote(value)));
                options.*check.field = on;
                return {};
            },
            [&](const TextOption& text) -> Result<void> {
                TRY_VOID(text.check(value));
                options.*text.field = value;
                return {};
            },
            [&](const ComboOption& combo) -> Result<void> {
                for (const auto choice : combo.choices) {
                    if (!equal_ignoring_case(value, choice)) continue;
                    options.*combo.field = choice;
                    return {};
                }
                return fail(Errc::Usage, fmt::format("{} must be one of {}, not {}", spec.name,
                                                     fmt::join(combo.choices, ", "), quote(value)));
            },
        },
        spec.kind);
}

}  // namespace

Result<void> set_option(EngineOptions& options, std::string_view name, std::string_view value) {
    for (const OptionSpec& spec : option_specs())
        if (equal_ignoring_case(spec.name, name)) return set_value(options, spec, value);
    std::vector<std::string_view> names;
    for (const OptionSpec& spec : option_specs()) names.push_back(spec.name);
    return fail(Errc::Usage, fmt::format("unknown option {}; choose from {}", quote(name),
                                         fmt::join(names, ", ")));
}

}  // namespace xttt
