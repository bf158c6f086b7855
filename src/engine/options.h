#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "engine/skill.h"
#include "search/make_searcher.h"

namespace xttt {

// The options of an engine, with their default values.
struct EngineOptions {
    std::string variant{kVariants[0]->name};
    std::string algorithm = SearchOptions{}.algorithm;
    std::string evaluation = SearchOptions{}.evaluation;
    std::string eval_file;                         // network of `nnue`; empty: the built-in one
    std::string lines_weights = weights_text({});  // of the evaluation `lines`
    int hash_mb = static_cast<int>(SearchOptions{}.hash_mb);
    int threads = SearchOptions{}.threads;
    int multipv = 1;
    int skill = kMaxSkill;
    bool limit_strength = false;  // use `elo` instead of `skill`
    int elo = max_skill_elo();    // on the scale of skill_levels()
    int move_overhead_ms = 1;
    bool ponder = false;    // report the expected reply with the best move
    std::string book_file;  // opening book; empty: none
    int seed = 0;           // random seed of playouts and of lower skill levels

    // The requested strength, as a grade of the variant.
    double grade(const Variant& of) const {
        return limit_strength ? grade_of_elo(of, elo) : grade_of_skill(of, skill);
    }
    // The options of the searcher.
    SearchOptions search() const;
    // Whether both describe the same searcher.
    static bool same_search(const EngineOptions& a, const EngineOptions& b);
};

// The kinds of options, each with the field of EngineOptions that it sets.
struct SpinOption {
    int EngineOptions::* field;
    int min;
    int max;
};
struct CheckOption {
    bool EngineOptions::* field;
};
struct TextOption {
    std::string EngineOptions::* field;
    Result<void> (*check)(std::string_view value);
};
struct ComboOption {
    std::string EngineOptions::* field;
    std::vector<std::string_view> choices;
};

struct OptionSpec {
    std::string_view name;
    std::string_view help;  // description
    std::variant<SpinOption, CheckOption, ComboOption, TextOption> kind;
};

// All options, in display order.
std::span<const OptionSpec> option_specs();

std::string option_value(const EngineOptions& options, const OptionSpec& spec);

// Sets an option by name, in upper or lower case. On failure nothing changes.
Result<void> set_option(EngineOptions& options, std::string_view name, std::string_view value);

}  // namespace xttt
