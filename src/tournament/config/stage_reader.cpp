#include <fmt/format.h>

#include "base/text.h"
#include "tournament/config/table_reader.h"
#include "tournament/schedule/schedule.h"

namespace xttt {
namespace {

constexpr int kMaxGames = 100'000'000;  // per pairing, and per stage

Result<Format> parse_format(const std::string& text) {
    if (const auto format = find_format(text)) return *format;
    std::vector<std::string_view> names;
    for (const Format format : kFormats) names.push_back(name(format));
    return fail(Errc::Usage,
                fmt::format("unknown format {}{}", quote(text), known_words_hint(text, names)));
}

Result<Draw> parse_draw(const std::string& text) {
    if (text == "random") return Draw::Random;
    if (text == "seeded") return Draw::Seeded;
    return fail(Errc::Usage,
                fmt::format("'draw' must be 'random' or 'seeded', not {}", quote(text)));
}

// Keys that belong to one format only.
void check_format_keys(TableReader& table, const StagePlan& plan) {
    struct Owned {
        std::string_view key;
        Format owner;
    };
    for (const auto& [key, owner] :
         {Owned{"rounds", Format::Swiss}, Owned{"challengers", Format::Gauntlet},
          Owned{"budget", Format::Adaptive}, Owned{"batch", Format::Adaptive}})
        if (table.has(key) && plan.format != owner)
            table.error_at(key, fmt::format("'{}' belongs to the format '{}', not to '{}'", key,
                                            name(owner), name(plan.format)));
    if (plan.format == Format::Adaptive && plan.budget == 0)
        table.error_at("budget", "an adaptive stage needs 'budget', the total number of games");
    if (plan.format == Format::Adaptive && plan.budget > 0 && plan.budget < plan.games)
        table.error_at("budget", "the budget is too small for one pairing");
}

// Checks a plan against the number of entrants. `last`: no stage follows.
void check_numbers(TableReader& table, const StagePlan& plan, int entrants, bool last) {
    const int smallest = entrants / plan.pools;
    if (smallest < 2)
        table.error_at("pools", fmt::format("{} entrants are too few for {} pools of at least two",
                                            entrants, plan.pools));
    if (plan.promote > smallest)
        table.error_at("promote", fmt::format("the smallest pool has only {} entrants", smallest));
    if (last && table.has("promote"))
        table.error_at("promote", "the last stage cannot promote entrants");
    if (plan.format == Format::Gauntlet && plan.challengers >= smallest)
        table.error_at("challengers",
                       fmt::format("the smallest pool has only {} entrants", smallest));
    const int most = smallest % 2 == 0 ? smallest - 1 : smallest;
    if (plan.format == Format::Swiss && plan.rounds > most)
        table.error_at(
            "rounds",
            fmt::format("too many rounds: after {} every entrant has met every other", most));
}

// All games of a round are kept in memory.
void check_games(const StagePlan& plan, int entrants, const toml::source_region& where,
                 ConfigErrors& errors) {
    const long games = games_of(plan, entrants);
    if (games > kMaxGames)
        errors.add(where, fmt::format("stage {} would have {} games; the maximum is {}",
                                      quote(plan.name), games, kMaxGames));
}

}  // namespace

std::vector<StagePlan> read_stages(const toml::array* tables, int entrants, int games,
                                   const Variant& variant, ConfigErrors& errors) {
    std::vector<StagePlan> stages;
    const std::size_t count = tables == nullptr ? 0 : tables->size();
    for (std::size_t i = 0; i < count; ++i) {
        StagePlan plan{.name = fmt::format("stage {}", i + 1),
                       .games = games,
                       // Nothing is known about the entrants of the first stage, so its pools are
                       // drawn at random.
                       .draw = i == 0 ? Draw::Random : Draw::Seeded,
                       .bye_points = variant.line_points};
        TableReader table(tables->get(i)->as_table(), "[[stage]]", errors);
        table.text("name", plan.name);
        table.parsed("format", plan.format, parse_format);
        table.integer("games", plan.games, 1, kMaxGames);
        table.integer("pools", plan.pools, 1, 1000);
        table.parsed("draw", plan.draw, parse_draw);
        table.integer("promote", plan.promote, 1, 1000);
        table.integer("rounds", plan.rounds, 1, 1000);
        table.integer("challengers", plan.challengers, 1, 1000);
        table.integer("budget", plan.budget, 1, 100'000'000);
        table.integer("batch", plan.batch, 1, 1'000'000);
        table.finish();
        check_format_keys(table, plan);
        check_numbers(table, plan, entrants, i + 1 == count);
        check_games(plan, entrants, table.where("games"), errors);
        if (plan.promote > 0) entrants = plan.promote * plan.pools;
        for (const StagePlan& other : stages)
            if (other.name == plan.name)
                table.error_at("name", fmt::format("two stages are named {}", quote(plan.name)));
        stages.push_back(std::move(plan));
    }
    if (stages.empty()) {
        stages.push_back(
            {.name = "round robin", .games = games, .bye_points = variant.line_points});
        check_games(stages[0], entrants, {}, errors);
    }
    return stages;
}

}  // namespace xttt
