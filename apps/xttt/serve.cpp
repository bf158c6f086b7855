#include "serve.h"

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "command_line.h"
#include "commands.h"
#include "server/server.h"

namespace xttt {
namespace {

constexpr int kUsualPort = 8080;

// Where programs keep what belongs to their user (XDG Base Directory Specification).
Result<std::filesystem::path> data_folder(const std::string& asked) {
    if (!asked.empty()) return asked;
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/')
        return std::filesystem::path(data) / "xttt";
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
        return std::filesystem::path(home) / ".local/share/xttt";
    return fail(Errc::Usage, "there is no home folder to keep games in; name one with --data");
}

std::chrono::milliseconds milliseconds(double seconds) {
    return std::chrono::round<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
}

}  // namespace

Result<void> run_serve(const ServeOptions& options, std::ostream& out) {
    const auto data = data_folder(options.data);
    if (!data) return std::unexpected(data.error());
    return run_server(
        {.data = *data,
         .listener = {.address = options.address,
                      .port = static_cast<std::uint16_t>(options.port.value_or(kUsualPort)),
                      .other_port_if_taken = !options.port,
                      .behind_proxy = options.behind_proxy,
                      .bounds = {.in_all = static_cast<std::size_t>(options.connections),
                                 .per_address =
                                     static_cast<std::size_t>(options.connections_per_address)},
                      .patience = {.request = milliseconds(options.request_time),
                                   .silence = milliseconds(options.silence)}},
         .games = {.open_games = options.open_games,
                   .open_grace = std::chrono::minutes(options.open_grace),
                   .keep = std::chrono::hours(24) * options.keep_days},
         .public_urls = options.public_urls,
         .tournaments = options.tournaments,
         .requests_per_second = options.requests_per_second,
         .games_per_minute = options.games_per_minute,
         .public_metrics = options.public_metrics,
         .log_level = options.log_level},
        out);
}

void add_serve(CLI::App& app, int& status) {
    auto options = std::make_shared<ServeOptions>();
    auto* command =
        app.add_subcommand("serve", "Serve the page, online games by link and live tournaments");
    command->add_option("--address", options->address, "Address to listen on")
        ->capture_default_str();
    command
        ->add_option("--port", options->port,
                     "Port to listen on; 0: any that is free; without: 8080, or another if taken")
        ->check(CLI::Range(0, 65535));
    command->add_option("--data", options->data,
                        "Folder for the games; without: xttt in the user's data folder");
    command->add_option("--public-url", options->public_urls,
                        "Address people use, such as https://xttt.example.org; may be repeated");
    command->add_option("--tournament", options->tournaments,
                        "Store of a tournament to show; may be repeated");
    command->add_flag("--behind-proxy", options->behind_proxy,
                      "A proxy stands in front: count clients by its X-Forwarded-For");
    command->add_flag("--public-metrics", options->public_metrics,
                      "Show /metrics to everybody, not only to this machine");
    command->add_option("--connections", options->connections, "Most connections in all")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    command
        ->add_option("--connections-per-address", options->connections_per_address,
                     "Most connections of one address")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    command
        ->add_option("--requests-per-second", options->requests_per_second,
                     "Requests of one address, in the long run")
        ->check(CLI::Range(0.1, 1e6))
        ->capture_default_str();
    command
        ->add_option("--games-per-minute", options->games_per_minute,
                     "Games one address may create")
        ->check(CLI::Range(1.0, 1e6))
        ->capture_default_str();
    command->add_option("--open-games", options->open_games, "Most games waiting for an opponent")
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
    command
        ->add_option("--open-grace", options->open_grace,
                     "Minutes a game waits for an opponent before it may give way to newer ones")
        ->check(CLI::Range(0, 1440))
        ->capture_default_str();
    command
        ->add_option("--request-time", options->request_time,
                     "Seconds in which a whole request must arrive")
        ->check(CLI::Range(0.1, 3600.0))
        ->capture_default_str();
    command
        ->add_option("--silence", options->silence,
                     "Seconds after which a WebSocket that answers no ping is cut")
        ->check(CLI::Range(0.2, 3600.0))
        ->capture_default_str();
    command->add_option("--keep-days", options->keep_days, "Days after which a game is removed")
        ->check(CLI::Range(1, 36500))
        ->capture_default_str();
    command->add_option("--log-level", options->log_level, "How much to log")
        ->check(CLI::IsMember({"debug", "info", "warn", "error", "off"}))
        ->capture_default_str();
    command->callback([=, &status] { status = exit_code(run_serve(*options, std::cout)); });
}

}  // namespace xttt
