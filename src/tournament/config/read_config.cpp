#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/text.h"
#include "referee/game_setup.h"
#include "rules/with_variant.h"
#include "tournament/config/table_reader.h"
#include "tournament/config/tournament_config.h"

namespace xttt {
namespace {

constexpr std::size_t kMaxFileSize = std::size_t{4} << 20;

// Returns the first line whose key has too many parts. Each dot of a key is a nested table, which
// the parser handles by recursion, so such lines could exhaust the stack.
std::optional<int> text_line_with_deep_key(std::string_view text) {
    constexpr std::ptrdiff_t kMaxDots = 64;
    int number = 0;
    for (const std::string_view text_line : split(text, '\n')) {
        ++number;
        const auto first = text_line.find_first_not_of(" \t");
        const bool comment = first != std::string_view::npos && text_line[first] == '#';
        if (!comment && std::ranges::count(text_line, '.') > kMaxDots) return number;
    }
    return std::nullopt;
}

// The tables of a file by name; reports an error for values of the wrong kind.
class File {
public:
    File(const toml::table& root, ConfigErrors& errors) : root_(root), errors_(errors) {}

    const toml::table* table(std::string_view name) {
        const toml::node* node = take(name);
        if (node != nullptr && !node->is_table())
            errors_.add(node->source(), fmt::format("write it as a table, [{}]", name));
        return node == nullptr ? nullptr : node->as_table();
    }
    const toml::array* tables(std::string_view name) {
        const toml::node* node = take(name);
        const bool fits =
            node == nullptr ||
            (node->is_array() && std::ranges::all_of(*node->as_array(), [](const toml::node& n) {
                 return n.is_table();
             }));
        if (fits) return node == nullptr ? nullptr : node->as_array();
        errors_.add(node->source(), fmt::format("write each of them as a table, [[{}]]", name));
        return nullptr;
    }
    void finish() {
        for (const auto& [key, node] : root_) {
            if (std::ranges::find(known_, key.str()) != known_.end()) continue;
            errors_.add(key.source(), fmt::format("unknown key {}{}", quote(key.str()),
                                                  known_words_hint(key.str(), known_)));
        }
    }

private:
    const toml::node* take(std::string_view name) {
        known_.push_back(name);
        return root_.get(name);
    }
    const toml::table& root_;
    ConfigErrors& errors_;
    std::vector<std::string_view> known_;
};

void read_tournament(File& file, TournamentConfig& config, const std::string& path,
                     ConfigErrors& errors) {
    TableReader table(file.table("tournament"), "[tournament]", errors);
    const std::filesystem::path place(path);
    config.name = place.stem().string();
    config.store = (place.parent_path() / (place.stem().string() + ".db")).string();
    table.text("name", config.name);
    table.parsed("variant", config.variant,
                 [](const std::string& text) { return find_variant(text); });
    table.number("seed", config.seed, 0, INT64_MAX);
    table.parsed("store", config.store, [&](const std::string& text) -> Result<std::string> {
        if (text.empty()) return fail(Errc::Usage, "'store' must be a file name");
        return from_folder(place.parent_path().string(), text);
    });
    table.finish();
}

void read_limits(File& file, TournamentConfig& config, ConfigErrors& errors) {
    TableReader table(file.table("limits"), "[limits]", errors);
    const auto span = [&](std::string_view key, auto& field) {
        table.parsed(key, field, [](const std::string& text) { return parse_duration(text); });
    };
    span("move_time", config.limits.move_time);
    table.parsed("clock", config.limits.clock,
                 [](const std::string& text) { return parse_clock(text); });
    table.number("nodes", config.limits.nodes, 1, std::int64_t{1} << 62);
    table.number("depth", config.limits.depth, 1, 256);
    span("margin", config.margin);
    span("start_time", config.start_limit);
    table.finish();
    if (config.limits.move_time && config.limits.move_time->count() == 0)
        table.error_at("move_time", "the time limit must be greater than 0");
    if (!config.limits.move_time && !config.limits.clock)
        config.limits.move_time = config.variant->move_time;
}

void read_adjudication(File& file, Adjudication& adjudication, ConfigErrors& errors) {
    TableReader table(file.table("adjudication"), "[adjudication]", errors);
    std::optional<int> points;
    table.number("resign_score", points, 1, 1000);
    if (points) adjudication.resign_score = *points * 100;
    table.integer("resign_moves", adjudication.resign_moves, 1, 1000);
    table.flag("resign_twosided", adjudication.resign_twosided);
    std::optional<std::uint64_t> nodes;
    table.number("proof_nodes", nodes, 1, 1'000'000'000);
    adjudication.proof_nodes = nodes.value_or(0);
    std::optional<int> even;
    table.number("draw_score", even, 0, 1000);
    if (even) adjudication.draw_score = *even * 100;
    table.integer("draw_moves", adjudication.draw_moves, 1, 1000);
    table.integer("draw_from", adjudication.draw_from, 0, 1000);
    table.integer("max_moves", adjudication.max_moves, 1, 1000);
    table.finish();
    const auto needs = [&](const char* key, const char* other) {
        if (table.has(key) && !table.has(other))
            table.error_at(key, fmt::format("'{}' needs '{}'", key, other));
    };
    for (const char* key : {"resign_moves", "resign_twosided"}) needs(key, "resign_score");
    for (const char* key : {"draw_moves", "draw_from"}) needs(key, "draw_score");
}

void read_machine(File& file, MachineConfig& machine, const std::string& folder,
                  ConfigErrors& errors) {
    TableReader table(file.table("machine"), "[machine]", errors);
    const auto bytes = [](const std::string& text) { return parse_bytes(text); };
    table.number("jobs", machine.jobs, 1, 1024);
    table.number("cores", machine.cores, 1, 1024);
    table.parsed("cpus", machine.cpus,
                 [](const std::string& text) { return parse_cpu_list(text); });
    table.parsed("memory", machine.memory, bytes);
    table.parsed("bot_memory", machine.bot_memory, bytes);
    table.flag("sandbox", machine.sandbox);
    table.flag("replay_busy", machine.replay_busy);
    table.parsed("bot_logs", machine.bot_logs, [&](const std::string& text) -> Result<std::string> {
        return text.empty() ? text : from_folder(folder, text);
    });
    table.text("python2", machine.python2);
    table.finish();
    if (machine.cores && !machine.cpus.empty())
        table.error_at("cpus", "'cores' and 'cpus' cannot be used together");
}

int read_games(File& file, TournamentConfig& config, const std::string& folder, FileCheck files,
               ConfigErrors& errors) {
    TableReader table(file.table("games"), "[games]", errors);
    int per_pairing = 2;
    table.integer("per_pairing", per_pairing, 1, 1'000'000);
    table.parsed("openings", config.openings, [&](const std::string& text) -> Result<std::string> {
        const std::string found = from_folder(folder, text);
        if (files == FileCheck::MayBeMissing || std::filesystem::is_regular_file(found))
            return std::filesystem::absolute(found).lexically_normal().string();
        return fail(Errc::Usage, fmt::format("no such file of openings: {}", found));
    });
    table.integer("opening_plies", config.opening_plies, 0, 40);
    table.parsed("opening_order", config.shuffle_openings,
                 [](const std::string& text) -> Result<bool> {
                     if (text == "random" || text == "sequential") return text == "random";
                     return fail(Errc::Usage, "'opening_order' must be 'random' or 'sequential'");
                 });
    table.integer("opening_start", config.opening_start, 1, 1'000'000'000);
    table.flag("record_pv", config.record_pv);
    table.finish();
    for (const char* key : {"opening_order", "opening_start"})
        if (table.has(key) && config.openings.empty())
            table.error_at(key, fmt::format("'{}' needs 'openings'", key));
    return per_pairing;
}

}  // namespace

Result<TournamentConfig> parse_config(std::string_view text, const std::string& path,
                                      FileCheck files) {
    ConfigErrors errors(path);
    if (const auto number = text_line_with_deep_key(text))
        return fail(Errc::Usage,
                    fmt::format("{}, line {}: a key has too many parts", path, *number));
    toml::table root;
    try {
        root = toml::parse(text);
    } catch (const toml::parse_error& error) {
        errors.add(error.source(), std::string(error.description()));
        return std::unexpected(errors.error());
    }
    TournamentConfig config;
    File file(root, errors);
    const std::string folder = std::filesystem::path(path).parent_path().string();
    read_tournament(file, config, path, errors);
    read_limits(file, config, errors);
    const int per_pairing = read_games(file, config, folder, files, errors);
    read_adjudication(file, config.adjudication, errors);
    read_machine(file, config.machine, folder, errors);
    const auto* entrants = file.tables("entrant");
    const auto* bots = file.tables("bots");
    const auto* stages = file.tables("stage");
    file.finish();
    // Unknown keys first: they explain why another key seems to be missing.
    if (errors.none()) read_entrants(entrants, bots, folder, files, config, errors);
    if (errors.none())
        config.stages = read_stages(stages, static_cast<int>(config.entrants.size()), per_pairing,
                                    *config.variant, errors);
    if (!errors.none()) return std::unexpected(errors.error());
    return config;
}

Result<TournamentConfig> read_config(const std::string& path, FileCheck files) {
    std::ifstream in(path, std::ios::binary);
    std::error_code ignored;
    if (!in || std::filesystem::is_directory(path, ignored))
        return fail(Errc::Usage, fmt::format("cannot read {}: {}", path,
                                             in ? "it is a folder" : "no such file"));
    std::string text(kMaxFileSize + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (text.size() > kMaxFileSize)
        return fail(Errc::Usage,
                    fmt::format("{} is too large for a tournament configuration", path));
    return parse_config(text, path, files);
}

}  // namespace xttt
