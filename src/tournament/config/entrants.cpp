#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/clock.h"
#include "base/text.h"
#include "players/bot_files.h"
#include "players/make_player.h"
#include "players/player_spec.h"
#include "process/spawn.h"
#include "tournament/config/table_reader.h"

namespace xttt {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxConfigEntrants = 10'000;

}  // namespace

Result<std::string> resolve_player(const std::string& text, const std::string& folder,
                                   FileCheck files) {
    TRY(const auto spec, parse_player(text));
    if (std::holds_alternative<HumanSpec>(spec.kind))
        return fail(Errc::Usage, "a human cannot take part in a tournament; use 'xttt play'");
    const std::size_t colon = text.find(':');
    if (const auto* bot = std::get_if<CourseBot>(&spec.kind)) {
        const std::string file = from_folder(folder, bot->file);
        std::error_code ignored;
        if (files == FileCheck::MustExist && !fs::is_regular_file(file, ignored))
            return fail(Errc::Usage, fmt::format("no such bot file: {}", file));
        return text.substr(0, colon + 1) + fs::absolute(file).lexically_normal().string() +
               (bot->class_name.empty() ? "" : ":" + bot->class_name);
    }
    if (const auto* program = std::get_if<UgiSpec>(&spec.kind)) {
        const std::string& name = program->argv[0];
        // A name without a slash is looked up in PATH, as a shell does.
        const bool in_path = name.find('/') == std::string::npos;
        const std::string file = in_path ? name : from_folder(folder, name);
        if (const auto found = find_program(file); !found && files == FileCheck::MustExist)
            return fail(Errc::Usage, found.error().message);
        if (in_path && program->folder.empty()) return text;
        const auto absolute = [&](const std::string& path) {
            return fs::absolute(from_folder(folder, path)).lexically_normal().string();
        };
        UgiSpec resolved = *program;
        if (!in_path) resolved.argv[0] = absolute(name);
        if (!program->folder.empty()) resolved.folder = absolute(program->folder);
        // The kind stays as it is written, also under its old name.
        const std::string resolved_text = ugi_player_text(resolved);
        return text.substr(0, colon + 1) + resolved_text.substr(resolved_text.find(':') + 1);
    }
    return text;
}

Result<void> resolve_files(TournamentConfig& config) {
    for (EntrantConfig& entrant : config.entrants) {
        TRY(entrant.player, resolve_player(entrant.player, ""));
    }
    if (!config.openings.empty())
        config.openings = fs::absolute(config.openings).lexically_normal().string();
    return {};
}

std::vector<std::string> files_of_entrants(const TournamentConfig& config) {
    std::vector<std::string> files;
    for (const EntrantConfig& entrant : config.entrants)
        if (const auto spec = parse_player(entrant.player))
            for (auto& file : files_of(*spec)) files.push_back(std::move(file));
    return files;
}

namespace {

std::vector<fs::path> sorted_entries(const fs::path& folder) {
    std::error_code failed;
    std::vector<fs::path> entries;
    for (const auto& entry : fs::directory_iterator(folder, failed)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with('.') && name != "__pycache__") entries.push_back(entry.path());
    }
    std::ranges::sort(entries);
    return entries;
}

bool is_python_file(const fs::path& path) {
    std::error_code failed;
    return path.extension() == ".py" && fs::is_regular_file(path, failed);
}

// The file with the bot in the folder of a team: the only one with a bot, otherwise the one named
// like the folder. Empty if there is none.
Result<fs::path> bot_of_team(const fs::path& folder) {
    std::vector<fs::path> found;
    for (const fs::path& path : sorted_entries(folder))
        if (is_python_file(path) && holds_bot(path.string())) found.push_back(path);
    if (found.size() < 2) return found.empty() ? fs::path() : found.front();
    const auto named = std::ranges::find_if(found, [&](const fs::path& path) {
        return to_lower(path.stem().string()) == to_lower(folder.filename().string());
    });
    if (named != found.end()) return *named;
    return fail(
        Errc::Usage,
        fmt::format("the folder of team {} contains several bots ({} and {}); rename one of "
                    "them to {}.py, or add one as [[entrant]]",
                    folder.filename().string(), found[0].filename().string(),
                    found[1].filename().string(), folder.filename().string()));
}

// Adds every bot of a folder: Python files, and folders of teams with one bot each. An entrant is
// named by its file without the extension, or by its folder.
void read_folder(TableReader& table, const std::string& from, TournamentConfig& config) {
    std::string folder, kind = "python";
    table.text("folder", folder);
    table.text("kind", kind);
    table.finish();
    if (folder.empty()) return table.error_at("folder", "[[bots]] needs 'folder'");
    if (kind != "python" && kind != "python2")
        return table.error_at("kind", "'kind' must be 'python' or 'python2'");
    const std::string path = from_folder(from, folder);
    const std::size_t before = config.entrants.size();
    std::vector<std::string> left_out;
    std::error_code failed;
    std::vector<std::string> links;
    for (const fs::path& entry : sorted_entries(path)) {
        // Submissions come from students: a link would enter another team's bot, or a file of the
        // host, under this name.
        if (fs::is_symlink(entry, failed)) {
            links.push_back(entry.filename().string());
            continue;
        }
        const bool team = fs::is_directory(entry, failed);
        if (!team && !is_python_file(entry)) continue;
        fs::path file = team || holds_bot(entry.string()) ? entry : fs::path();
        if (team) {
            auto found = bot_of_team(entry);
            if (!found) return table.error_at("folder", found.error().message);
            file = *found;
        }
        if (file.empty())
            left_out.push_back(entry.filename().string() + (team ? "/" : ""));
        else
            config.entrants.push_back(
                {team ? entry.filename().string() : entry.stem().string(),
                 kind + ":" + fs::absolute(file).lexically_normal().string()});
    }
    if (config.entrants.size() == before)
        return table.error_at(
            "folder",
            fmt::format("{} contains no bot: no .py file in it or in its subfolders has a "
                        "class with move(self, board, old_move, flag)",
                        path));
    if (!links.empty())
        config.notes.push_back(
            fmt::format("skipped in folder {}, because they are symbolic links: {}", folder,
                        fmt::join(links, ", ")));
    if (!left_out.empty())
        config.notes.push_back(
            fmt::format("skipped in folder {}, because no class there has "
                        "move(self, board, old_move, flag): {}",
                        folder, fmt::join(left_out, ", ")));
}

// The player string of an entrant's program: [[entrant]] can hold all keys of ugi: by themselves.
Result<std::string> read_program(TableReader& table) {
    UgiSpec spec;
    std::string program;
    table.text("program", program);
    std::vector<std::string> arguments;
    table.texts("arguments", arguments);
    table.text("folder", spec.folder);
    table.settings("options", spec.options);
    table.flag("restart", spec.restart);
    table.flag("sandbox", spec.sandboxed);
    table.parsed("move_time", spec.limits.move_time,
                 [](const std::string& text) { return parse_duration(text); });
    table.parsed("clock", spec.limits.clock,
                 [](const std::string& text) { return parse_clock(text); });
    table.parsed("margin", spec.limits.margin,
                 [](const std::string& text) { return parse_duration(text); });
    table.number("nodes", spec.limits.nodes, 1, std::int64_t{1} << 62);
    table.number("depth", spec.limits.depth, 1, 256);
    for (const char* key : {"arguments", "folder", "options", "restart", "sandbox", "move_time",
                            "clock", "margin", "nodes", "depth"})
        if (table.has(key) && !table.has("program"))
            return fail(Errc::Usage,
                        fmt::format("'{}' needs 'program'; with 'player', write it in the "
                                    "player string, such as \"ugi:cmd=./bot ...\"",
                                    key));
    if (program.empty()) return std::string();
    spec.argv = {program};
    spec.argv.insert(spec.argv.end(), arguments.begin(), arguments.end());
    return ugi_player_text(spec);
}

// A player's name without the folders of this machine.
std::string default_name(const std::string& player) {
    if (const auto spec = parse_player(player); spec && display_name(*spec) != player)
        return display_name(*spec);
    const auto colon = player.find(':'), slash = player.rfind('/');
    if (!player.starts_with("python") || slash == std::string::npos || slash < colon) return player;
    return player.substr(0, colon + 1) + player.substr(slash + 1);
}

}  // namespace

std::string from_folder(const std::string& folder, const std::string& file) {
    if (folder.empty() || fs::path(file).is_absolute()) return file;
    return (fs::path(folder) / file).lexically_normal().string();
}

void read_entrants(const toml::array* tables, const toml::array* bots, const std::string& folder,
                   FileCheck files, TournamentConfig& config, ConfigErrors& errors) {
    std::vector<EntrantConfig>& entrants = config.entrants;
    std::map<std::string, toml::source_region> seen;
    for (std::size_t i = 0; tables != nullptr && i < tables->size(); ++i) {
        TableReader table(tables->get(i)->as_table(), "[[entrant]]", errors);
        EntrantConfig entrant;
        table.text("name", entrant.name);
        table.parsed("player", entrant.player,
                     [&](const std::string& text) { return resolve_player(text, folder, files); });
        if (auto program = read_program(table); !program) {
            table.error_at("program", program.error().message);
        } else if (!program->empty()) {
            if (table.has("player"))
                table.error_at("program", "'player' and 'program' cannot be used together");
            auto resolved = resolve_player(*program, folder, files);
            if (resolved)
                entrant.player = std::move(*resolved);
            else
                table.error_at("program", resolved.error().message);
        }
        table.finish();
        if (!table.has("player") && !table.has("program"))
            table.error_at("player", "an entrant needs a 'player' or a 'program'");
        if (entrant.name.empty()) entrant.name = default_name(entrant.player);
        if (!seen.emplace(entrant.name, table.where("name")).second)
            table.error_at("name", fmt::format("two entrants are named {}; the first is in line {}",
                                               quote(entrant.name), seen[entrant.name].begin.line));
        entrants.push_back(std::move(entrant));
    }
    for (std::size_t i = 0; bots != nullptr && i < bots->size(); ++i) {
        TableReader table(bots->get(i)->as_table(), "[[bots]]", errors);
        const std::size_t before = entrants.size();
        read_folder(table, folder, config);
        for (std::size_t k = before; k < entrants.size(); ++k)
            if (!seen.emplace(entrants[k].name, table.where("folder")).second)
                table.error_at("folder",
                               fmt::format("two entrants are named {}", quote(entrants[k].name)));
    }
    if (entrants.size() < 2 || entrants.size() > kMaxConfigEntrants)
        errors.add({}, fmt::format("a tournament has 2 to {} entrants, not {}; add them with "
                                   "[[entrant]] or [[bots]]",
                                   kMaxConfigEntrants, entrants.size()));
}

}  // namespace xttt
