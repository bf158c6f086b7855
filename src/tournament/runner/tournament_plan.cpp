#include "tournament/runner/tournament_plan.h"

#include <algorithm>
#include <ctime>
#include <random>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/random.h"
#include "base/text.h"
#include "players/bot_files.h"
#include "players/player_spec.h"
#include "referee/game_setup.h"

namespace xttt {
namespace {

std::uint64_t mixed(std::uint64_t seed, int number) {
    return mix64(seed + static_cast<std::uint64_t>(number));
}

}  // namespace

std::string bot_log_path(const std::string& folder, const GamePlace& place, std::size_t side,
                         const std::array<std::string, 2>& names) {
    return fmt::format("{}/{}/stage-{}-round-{}-game-{}{}-{}-against-{}.log", folder, names[side],
                       place.stage + 1, place.round + 1, place.game + 1,
                       place.attempt > 0 ? fmt::format("-again-{}", place.attempt) : "", "xo"[side],
                       names[1 - side]);
}

GameTask TournamentPlan::task(const ScheduledGame& game, std::uint64_t id) const {
    const GamePlace& place = game.place;
    GameTask task{.id = id, .conditions = conditions, .entrant_files = entrant_files};
    for (const std::size_t side : {0u, 1u})
        task.players[side] = entrants[static_cast<std::size_t>(game.entrants[side])];
    GameSetup& setup = task.setup;
    if (!bot_logs.empty()) {
        std::array<std::string, 2> names;
        for (const std::size_t side : {0u, 1u})
            names[side] = logs_by_id ? std::to_string(game.entrants[side])
                                     : file_name_part(task.players[side]->name);
        for (const std::size_t side : {0u, 1u})
            setup.bot_logs[side] = {bot_log_path(bot_logs, place, side, names), bot_log_limit};
    }
    if (log_protocol) setup.protocol = std::make_shared<GameProtocol>();
    setup.variant = variant;
    for (const std::size_t side : {0u, 1u}) setup.limits[side] = limits_of(game.entrants[side]);
    setup.margin = margin;
    setup.adjudication = adjudication;
    setup.record_pv = record_pv;
    setup.record_memory = record_memory;
    setup.start_limit = start_limit;
    // A replayed game gets the same seed.
    const std::uint64_t pair_seed = mixed(
        mixed(mixed(mixed(mix64(seed), place.stage), place.round), place.pairing), place.game / 2);
    setup.seed = mixed(pair_seed, place.game % 2);
    const int games = stages[static_cast<std::size_t>(place.stage)].games;
    if (!openings.empty()) {
        // In order, so that all openings are used about equally often.
        const auto number =
            static_cast<std::size_t>(place.round) +
            static_cast<std::size_t>(place.pairing) * static_cast<std::size_t>((games + 1) / 2) +
            static_cast<std::size_t>(place.game / 2);
        const Opening& opening = openings[number % openings.size()];
        setup.start_fen = opening.fen;
        setup.opening = opening.moves;
    } else if (opening_plies > 0) {
        setup.opening = random_opening(*variant, opening_plies, mix64(pair_seed ^ 1)).moves;
    }
    return task;
}

Result<TournamentPlan> plan_tournament(const TournamentConfig& config, std::uint64_t seed) {
    TournamentPlan plan{.variant = config.variant,
                        .seed = seed,
                        .stages = config.stages,
                        .limits = config.limits,
                        .margin = config.margin,
                        .adjudication = config.adjudication,
                        .record_pv = config.record_pv,
                        .start_limit = config.start_limit,
                        .opening_plies = config.opening_plies,
                        .conditions = {.memory_limit = config.machine.bot_memory,
                                       .trust_all = !config.machine.sandbox},
                        .replay_busy = config.machine.replay_busy};
    for (const EntrantConfig& entrant : config.entrants) {
        plan.entrants.push_back(std::make_shared<const Entrant>(
            static_cast<int>(plan.entrants.size()), entrant.name, entrant.player));
        TRY(const auto spec, parse_player(entrant.player));
        plan.own_limits.push_back(xttt::limits_of(spec, config.limits));
    }
    plan.entrant_files =
        std::make_shared<const std::vector<std::string>>(files_of_entrants(config));
    if (!config.openings.empty()) {
        TRY(plan.openings, read_openings(config.openings, *config.variant));
        TRY_VOID(select_openings(
            plan.openings, {config.shuffle_openings, config.opening_start, config.opening_plies},
            seed));
    }
    return plan;
}

namespace {

// Of the files of a course bot, or of a program and the files among its arguments.
std::optional<std::uint64_t> checksum_of(const PlayerSpec& spec) {
    Result<std::uint64_t> checksum = fail(Errc::Unsupported, "no files");
    if (const auto* bot = std::get_if<CourseBot>(&spec.kind)) checksum = bot_checksum(bot->file);
    if (const auto* program = std::get_if<UgiSpec>(&spec.kind))
        checksum = program_checksum(program->argv);
    return checksum ? std::optional(*checksum) : std::nullopt;
}

// As TournamentFacts has them.
std::string checksums_of(const TournamentConfig& config) {
    std::string text;
    for (const EntrantConfig& entrant : config.entrants) {
        const auto spec = parse_player(entrant.player);
        if (const auto checksum = spec ? checksum_of(*spec) : std::nullopt)
            text += fmt::format("{:016x}", *checksum);
        text += '\n';
    }
    return text;
}

// Rejects bots whose files have changed since their games were played.
Result<void> check_bot_files(Store& store, const std::string& before,
                             const TournamentConfig& config) {
    const std::string now = checksums_of(config);
    if (before.empty()) return store.set_checksums(now);
    if (before == now) return {};
    const auto old_text_lines = split(before, '\n'), new_text_lines = split(now, '\n');
    std::vector<std::string> changed;
    for (std::size_t i = 0; i < config.entrants.size(); ++i)
        if (i < old_text_lines.size() && i < new_text_lines.size() &&
            old_text_lines[i] != new_text_lines[i] && !old_text_lines[i].empty())
            changed.push_back(quote(config.entrants[i].name));
    if (changed.empty()) return {};
    return fail(Errc::Usage,
                fmt::format("store {}: the files of {} have changed since the tournament began, so "
                            "its games would be those of two different bots; restore the files, or "
                            "start again with another store (--store FILE)",
                            store.read().path(), fmt::join(changed, ", ")));
}

}  // namespace

Result<std::uint64_t> open_tournament(Store& store, const TournamentConfig& config,
                                      StageGames games) {
    if (!store.is_new()) {
        TRY(const auto facts, store.read().facts());
        TRY(auto before, parse_config(facts.config, "store", FileCheck::MayBeMissing));
        before.seed = facts.seed;
        bool grown = false;
        for (std::size_t i = 0; games == StageGames::MayGrow && i < before.stages.size(); ++i) {
            if (i >= config.stages.size() || config.stages[i].games == before.stages[i].games)
                continue;
            if (config.stages[i].games < before.stages[i].games)
                return fail(Errc::Usage,
                            fmt::format("store {} was started with a maximum of {} games, "
                                        "which can grow but not shrink to {}; use the same "
                                        "maximum, or another store",
                                        store.read().path(), before.stages[i].games,
                                        config.stages[i].games));
            before.stages[i].games = config.stages[i].games;
            grown = true;
        }
        const std::string changed = difference(before, config);
        if (changed.empty() && grown) TRY_VOID(store.set_config(config_text(before)));
        if (changed.empty()) {
            TRY_VOID(check_bot_files(store, facts.checksums, config));
            return facts.seed;
        }
        return fail(Errc::Usage, fmt::format("store {} contains a tournament that differs in "
                                             "{}; use another store, or restore the configuration",
                                             store.read().path(), changed));
    }
    std::random_device entropy;
    const std::uint64_t seed =
        config.seed.value_or((std::uint64_t{entropy()} << 32 | entropy()) & INT64_MAX);
    const TournamentFacts facts{
        .name = config.name,
        .variant = config.variant,
        .seed = seed,
        .time_control = time_control_text(config.limits),
        .config = config_text(config),
        .created = fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr))),
        .checksums = checksums_of(config)};
    std::vector<Entrant> entrants;
    for (const EntrantConfig& entrant : config.entrants)
        entrants.push_back({static_cast<int>(entrants.size()), entrant.name, entrant.player});
    TRY_VOID(store.begin(facts, entrants));
    return seed;
}

Result<void> replay_stored_games(Progress& progress, const StoreReader& store) {
    struct StoredResult {
        GamePlace place;
        std::array<int, 2> entrants;
        std::array<int, 2> points;
        bool counts;
    };
    std::vector<StoredResult> stored;
    auto read = store.for_each_game({.counted_only = false}, [&](const StoredGame& game) {
        if (game.place) stored.push_back({*game.place, game.entrants, game.points, game.counts});
    });
    if (!read) return read;
    std::ranges::sort(stored, {}, &StoredResult::place);
    for (std::size_t i = 0; i < stored.size();) {
        const GamePlace place = stored[i].place;
        while (progress.round_complete() && !progress.finished()) progress.advance();
        const auto scheduled = progress.scheduled(place);
        // Attempts at the same game are adjacent; the last attempt is the last.
        const auto same = [&](GamePlace other) {
            other.attempt = place.attempt;
            return other == place;
        };
        bool counted = false;
        int attempts = 0;
        for (; i < stored.size() && same(stored[i].place); ++i, ++attempts) {
            const bool fits = scheduled && scheduled->entrants == stored[i].entrants;
            if (!fits || (stored[i].counts && !progress.record(place, stored[i].points)))
                return fail(Errc::BadInput,
                            fmt::format("store {}: its games do not belong to this tournament",
                                        store.path()));
            counted = counted || stored[i].counts;
        }
        GamePlace next = place;
        next.attempt = attempts;
        if (!counted) progress.requeue(next);
    }
    while (progress.round_complete() && !progress.finished()) progress.advance();
    return {};
}

Result<StoredTournament> read_tournament(const StoreReader& store) {
    TRY(auto facts, store.facts());
    auto config = parse_config(facts.config, "store", FileCheck::MayBeMissing);
    if (!config)
        return fail(
            Errc::BadInput,
            fmt::format("store {} contains no tournament with a configuration", store.path()));
    TRY(const auto entrants, store.entrants());
    std::vector<std::string> names;
    for (const Entrant& entrant : entrants) names.push_back(entrant.name);
    if (!std::ranges::equal(names, config->entrants, {}, {}, &EntrantConfig::name))
        return fail(
            Errc::BadInput,
            fmt::format("store {}: its entrants do not match its configuration", store.path()));
    Progress progress(config->stages, static_cast<int>(names.size()), facts.seed);
    TRY_VOID(replay_stored_games(progress, store));
    return StoredTournament{std::move(facts), std::move(*config), std::move(names),
                            std::move(progress)};
}

}  // namespace xttt
