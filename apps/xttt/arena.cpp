#include <ctime>
#include <filesystem>
#include <iomanip>
#include <ostream>
#include <sstream>

#include "arena/arena_copy.h"
#include "arena/arena_store.h"
#include "arena/cup.h"
#include "base/count_text.h"
#include "base/file.h"
#include "base/text.h"
#include "commands.h"
#include "common_options.h"
#include "tournament/config/tournament_config.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

constexpr std::array kLevels{0, 4, 8, 12, 16};
constexpr std::string_view kWho = "command line";

struct ArenaNewOptions {
    std::string folder;
    std::string variant = std::string(kVariants.front()->name);
    std::optional<Milliseconds> move_time;
    std::string teams;     // CSV file
    std::string deadline;  // local time
    std::string url = "http://127.0.0.1:8080";
};

Result<SystemTime> parse_local_time(const std::string& text) {
    std::tm parts{};
    parts.tm_isdst = -1;
    std::istringstream in(text);
    in >> std::get_time(&parts, "%Y-%m-%dT%H:%M");
    const bool complete = !in.fail() && in.peek() == std::istringstream::traits_type::eof();
    const std::tm given = parts;
    const std::time_t time = complete ? std::mktime(&parts) : -1;
    // mktime() turns February 31 into a day of March.
    if (time < 0 || parts.tm_mday != given.tm_mday || parts.tm_mon != given.tm_mon)
        return fail(Errc::Usage,
                    fmt::format("{} is not a time; write it as 2027-03-01T18:00", quote(text)));
    return std::chrono::time_point_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::from_time_t(time));
}

std::string link(const std::string& url, const Token& token) {
    return fmt::format("{}{}#/arena?token={}", url, url.ends_with('/') ? "" : "/", token.text());
}

Result<void> run_arena_new(const ArenaNewOptions& options, std::ostream& out) {
    TRY(const Variant* variant, find_variant(options.variant));
    fs::path folder = fs::path(options.folder).lexically_normal();
    if (!folder.has_filename()) folder = folder.parent_path();
    ArenaSettings settings{.name = folder.filename().string(),
                           .variant = variant,
                           .move_time = options.move_time.value_or(variant->move_time),
                           .deadline = std::nullopt};
    if (!options.deadline.empty()) {
        TRY(settings.deadline, parse_local_time(options.deadline));
        if (*settings.deadline <= system_now())
            return fail(Errc::Usage,
                        fmt::format("the deadline {} has passed already", quote(options.deadline)));
    }
    TRY_VOID(check_server_url(options.url));
    std::vector<TeamRow> rows;
    if (!options.teams.empty()) {
        TRY(const auto text, read_input_file(options.teams, 1 << 20));
        auto parsed = parse_team_csv(text);
        if (!parsed)
            return fail(Errc::Usage,
                        fmt::format("{}: {}", quote(options.teams), parsed.error().message));
        rows = std::move(*parsed);
    }
    TRY(const Token staff, ArenaStore::create(folder, settings));
    TRY(const auto store, ArenaStore::open(folder));
    for (const int level : kLevels)
        TRY_VOID(store->add_level(fmt::format("Level {}", level),
                                  fmt::format("engine:skill={}", level)));
    out << "name,link\n" << "staff," << link(options.url, staff) << '\n';
    for (const TeamRow& row : rows) {
        const auto added = store->add_team(row.name, row.alias, std::string(kWho));
        if (!added) {
            std::error_code ignored;
            fs::remove_all(folder, ignored);
            return std::unexpected(added.error());
        }
        out << csv_field(row.name) << ',' << link(options.url, added->second) << '\n';
    }
    return check_written(out, "standard output");
}

void add_arena_new(Command& arena) {
    auto& command = arena.add(
        "new", "Create an arena and print the personal links of staff and teams as CSV.",
        {"xttt arena new spring --variant extreme --teams teams.csv --deadline 2027-03-01T18:00",
         "xttt arena new spring --url https://xttt.example.org > links.csv"});
    auto options = std::make_shared<ArenaNewOptions>();
    command.option("FOLDER", options->folder, "Folder to create; its name becomes the arena's")
        .required();
    command.group("Arena");
    add_variant_option(command, options->variant);
    command.option("--movetime TIME", options->move_time, "Time per move, such as 16s")
        .alias("--move-time")
        .range(10, 3'600'000)
        .default_text("that of the variant");
    command.option("--teams FILE", options->teams,
                   "CSV file with the column 'name', optionally 'alias'");
    command.option("--deadline DATE", options->deadline,
                   "End of uploads in local time, such as 2027-03-01T18:00");
    command.option("--url URL", options->url, "Address of the server, for the links");
    command.run([options](Streams io) { return run_arena_new(*options, io.out); });
}

Result<void> run_arena_teams(const std::string& folder, std::ostream& out) {
    TRY(const auto store, ArenaStore::open(folder));
    TRY(const auto teams, store->teams());
    out << "id,name,alias,disabled,versions,last_state\n";
    for (const Team& team : teams) {
        TRY(const auto versions, store->versions(team.id));
        out << fmt::format("{},{},{},{},{},{}\n", team.id, csv_field(team.name),
                           csv_field(team.alias), team.disabled ? "yes" : "no", versions.size(),
                           versions.empty() ? "" : name(versions.front().state));
    }
    return check_written(out, "standard output");
}

void add_arena_teams(Command& arena) {
    auto& command = arena.add("teams", "List the teams of an arena as CSV.",
                              {"xttt arena teams spring", "xttt arena teams spring > teams.csv"});
    auto folder = std::make_shared<std::string>();
    command.option("FOLDER", *folder, "Folder of the arena").required();
    command.run([folder](Streams io) { return run_arena_teams(*folder, io.out); });
}

struct ArenaTokenOptions {
    std::string folder;
    std::string team;  // empty: staff
    std::string url = "http://127.0.0.1:8080";
};

Result<void> run_arena_token(const ArenaTokenOptions& options, std::ostream& out) {
    TRY_VOID(check_server_url(options.url));
    TRY(const auto store, ArenaStore::open(options.folder));
    if (options.team.empty()) {
        TRY(const Token token, store->new_staff_token(std::string(kWho)));
        out << link(options.url, token) << '\n';
        return check_written(out, "standard output");
    }
    TRY(const auto teams, store->teams());
    const auto team = std::ranges::find(teams, options.team, &Team::name);
    if (team == teams.end())
        return fail(Errc::Usage, fmt::format("there is no team {}; 'xttt arena teams' lists them",
                                             quote(options.team)));
    TRY(const Token token, store->new_token(team->id, std::string(kWho)));
    out << link(options.url, token) << '\n';
    return check_written(out, "standard output");
}

void add_arena_token(Command& arena) {
    auto& command = arena.add(
        "token", "Print a new personal link of a team or of the staff; the old one stops working.",
        {"xttt arena token spring", "xttt arena token spring --team 'Deep Thought'"});
    auto options = std::make_shared<ArenaTokenOptions>();
    command.option("FOLDER", options->folder, "Folder of the arena").required();
    command.group("Link");
    command.option("--team NAME", options->team, "Name of the team").default_text("the staff");
    command.option("--url URL", options->url, "Address of the server, for the link");
    command.run([options](Streams io) { return run_arena_token(*options, io.out); });
}

struct ArenaExportOptions {
    std::string folder;
    std::string copy;
};

Result<void> run_arena_export(const ArenaExportOptions& options, std::ostream& out) {
    TRY(const auto store, ArenaStore::open(options.folder));
    TRY_VOID(export_arena(*store, options.copy));
    out << fmt::format("Copied the arena to {}.\n", options.copy);
    return check_written(out, "standard output");
}

void add_arena_export(Command& arena) {
    auto& command = arena.add(
        "export", "Copy an arena to a new folder, also while it is being served.",
        {"xttt arena export spring backup", "xttt arena export spring /mnt/spring-2027-02-01"});
    auto options = std::make_shared<ArenaExportOptions>();
    command.option("FOLDER", options->folder, "Folder of the arena").required();
    command.option("COPY", options->copy, "Folder to create for the copy").required();
    command.run([options](Streams io) { return run_arena_export(*options, io.out); });
}

Result<void> run_arena_import(const ArenaExportOptions& options, std::ostream& out) {
    TRY_VOID(import_arena(options.copy, options.folder));
    out << fmt::format("Imported the arena to {}.\n", options.folder);
    return check_written(out, "standard output");
}

void add_arena_import(Command& arena) {
    auto& command = arena.add(
        "import", "Make an arena from a copy, after verifying its databases and uploads.",
        {"xttt arena import backup spring", "xttt arena import /mnt/spring-2027-02-01 spring"});
    auto options = std::make_shared<ArenaExportOptions>();
    command.option("COPY", options->copy, "Folder that 'xttt arena export' made").required();
    command.option("FOLDER", options->folder, "Folder to create").required();
    command.run([options](Streams io) { return run_arena_import(*options, io.out); });
}

Result<void> write_text(const std::string& path, const std::string& text, std::ostream& out) {
    if (path == "-") {
        out << text;
        return check_written(out, "standard output");
    }
    return write_file(path, text, quote(path));
}

struct ArenaCupOptions {
    std::string folder;
    std::string output = "-";
};

Result<void> run_arena_cup(const ArenaCupOptions& options, std::ostream& out) {
    TRY(const auto store, ArenaStore::open(options.folder));
    TRY(const auto cup, plan_cup(*store));
    return write_text(options.output, config_text(cup.config), out);
}

void add_arena_cup(Command& arena) {
    auto& command = arena.add(
        "cup", "Write the configuration of a tournament between the active versions of all teams.",
        {"xttt arena cup spring --output cup.toml", "xttt arena cup spring > cup.toml"});
    auto options = std::make_shared<ArenaCupOptions>();
    command.option("FOLDER", options->folder, "Folder of the arena").required();
    command.group("Output");
    command.option("-o,--output FILE", options->output, "File to write")
        .default_text("standard output");
    command.run([options](Streams io) { return run_arena_cup(*options, io.out); });
}

}  // namespace

void add_arena(Command& app) {
    auto& arena = app.add("arena", "Create and manage arenas, in which teams compete on a ladder.",
                          {"xttt arena new spring --teams teams.csv",
                           "xttt arena token spring --team 'Deep Thought'"});
    add_arena_new(arena);
    add_arena_teams(arena);
    add_arena_token(arena);
    add_arena_export(arena);
    add_arena_import(arena);
    add_arena_cup(arena);
}

}  // namespace xttt
