#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "engine/skill.h"
#include "search/make_searcher.h"

namespace xttt {

// Everything a user can set about an engine. The initial values are the defaults.
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
    bool ponder = false;    // name the expected reply with the best move
    std::string book_file;  // of opening moves; empty: none
    int seed = 0;           // of everything random: searches that play out games, and lower skills

    // The strength asked for, as a grade of the variant.
    double grade(const Variant& of) const {
        return limit_strength ? grade_of_elo(of, elo) : grade_of_skill(of, skill);
    }
    // What a searcher is built from.
    SearchOptions search() const;
    // Whether the two ask for the same searcher.
    static bool same_search(const EngineOptions& a, const EngineOptions& b);
};

// The kinds of option, and the field of EngineOptions each one sets.
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
    std::string_view help;  // one line for a person
    std::variant<SpinOption, CheckOption, ComboOption, TextOption> kind;
};

// Every option there is, in the order to show them.
std::span<const OptionSpec> option_specs();

std::string option_value(const EngineOptions& options, const OptionSpec& spec);

// Sets one option by its name, in either case. On failure nothing changes.
Result<void> set_option(EngineOptions& options, std::string_view name, std::string_view value);

}  // namespace xttt
