#include <fmt/format.h>

#include "base/clock.h"
#include "base/text.h"
#include "referee/game_setup.h"
#include "tournament/config/tournament_config.h"

namespace xttt {
namespace {

std::string toml_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) < ' ')
            out += fmt::format("\\u{:04x}", static_cast<int>(c));
        else
            out += c;
    }
    return out + "\"";
}

std::string in_ms(Milliseconds time) {
    return fmt::format("\"{}ms\"", time.count());
}

std::string limits_text(const TournamentConfig& config) {
    const PlayLimits& limits = config.limits;
    std::string text = "[limits]\n";
    if (limits.move_time) text += fmt::format("move_time = {}\n", in_ms(*limits.move_time));
    if (limits.clock)
        text += fmt::format("clock = \"{}+{}\"\n", to_seconds(limits.clock->remaining),
                            to_seconds(limits.clock->increment));
    if (limits.nodes) text += fmt::format("nodes = {}\n", *limits.nodes);
    if (limits.depth) text += fmt::format("depth = {}\n", *limits.depth);
    return text + fmt::format("margin = {}\nstart_time = {}\n", in_ms(config.margin),
                              in_ms(config.start_limit));
}

std::string adjudication_text(const Adjudication& rules) {
    if (!rules.any()) return {};
    std::string text = "[adjudication]\n";
    if (rules.resign_score)
        text += fmt::format("resign_score = {}\nresign_moves = {}\nresign_twosided = {}\n",
                            *rules.resign_score / 100, rules.resign_moves, rules.resign_twosided);
    if (rules.draw_score)
        text += fmt::format("draw_score = {}\ndraw_moves = {}\ndraw_from = {}\n",
                            *rules.draw_score / 100, rules.draw_moves, rules.draw_from);
    if (rules.max_moves > 0) text += fmt::format("max_moves = {}\n", rules.max_moves);
    if (rules.proof_nodes > 0) text += fmt::format("proof_nodes = {}\n", rules.proof_nodes);
    return text;
}

std::string stage_text(const StagePlan& stage) {
    std::string text = fmt::format(
        "[[stage]]\nname = {}\nformat = \"{}\"\ngames = {}\npools = {}\ndraw = \"{}\"\n",
        toml_string(stage.name), name(stage.format), stage.games, stage.pools,
        stage.draw == Draw::Random ? "random" : "seeded");
    if (stage.promote > 0) text += fmt::format("promote = {}\n", stage.promote);
    if (stage.rounds > 0) text += fmt::format("rounds = {}\n", stage.rounds);
    if (stage.format == Format::Gauntlet)
        text += fmt::format("challengers = {}\n", stage.challengers);
    if (stage.budget > 0) text += fmt::format("budget = {}\n", stage.budget);
    if (stage.batch > 0) text += fmt::format("batch = {}\n", stage.batch);
    return text;
}

}  // namespace

std::string config_text(const TournamentConfig& config) {
    std::string text =
        fmt::format("[tournament]\nname = {}\nvariant = \"{}\"\nstore = {}\n",
                    toml_string(config.name), config.variant->name, toml_string(config.store));
    if (config.seed) text += fmt::format("seed = {}\n", *config.seed);
    text += limits_text(config) + adjudication_text(config.adjudication) + "[games]\n";
    if (!config.openings.empty())
        text += fmt::format("openings = {}\n", toml_string(config.openings));
    if (config.shuffle_openings) text += "opening_order = \"random\"\n";
    if (config.opening_start > 1) text += fmt::format("opening_start = {}\n", config.opening_start);
    if (config.opening_plies > 0) text += fmt::format("opening_plies = {}\n", config.opening_plies);
    if (config.record_pv) text += "record_pv = true\n";
    for (const StagePlan& stage : config.stages) text += stage_text(stage);
    for (const EntrantConfig& entrant : config.entrants)
        text += fmt::format("[[entrant]]\nname = {}\nplayer = {}\n", toml_string(entrant.name),
                            toml_string(entrant.player));
    return text;
}

std::string difference(const TournamentConfig& before, const TournamentConfig& now) {
    if (before.variant != now.variant) return "the variant";
    if (now.seed && before.seed != now.seed) return "the seed";
    if (before.entrants.size() != now.entrants.size()) return "the number of entrants";
    for (std::size_t i = 0; i < now.entrants.size(); ++i)
        // In older versions an entrant without a name was named by its player string, including
        // folders.
        if (before.entrants[i] != now.entrants[i] &&
            (before.entrants[i].player != now.entrants[i].player ||
             before.entrants[i].name != before.entrants[i].player))
            return fmt::format("entrant {}", quote(now.entrants[i].name));
    if (before.stages.size() != now.stages.size()) return "the number of stages";
    for (std::size_t i = 0; i < now.stages.size(); ++i)
        if (before.stages[i] != now.stages[i])
            return fmt::format("stage {}", quote(now.stages[i].name));
    if (time_control_text(before.limits) != time_control_text(now.limits) ||
        before.margin != now.margin)
        return "the limits";
    if (before.adjudication != now.adjudication) return "the adjudication";
    if (before.openings != now.openings || before.opening_plies != now.opening_plies ||
        before.shuffle_openings != now.shuffle_openings ||
        before.opening_start != now.opening_start)
        return "the openings";
    return {};
}

}  // namespace xttt
