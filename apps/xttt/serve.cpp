#include "serve.h"

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "command_line.h"
#include "commands.h"
#include "server/server.h"

namespace xttt {
namespace {

constexpr int kDefaultPort = 8080;

// XDG Base Directory Specification.
Result<std::filesystem::path> data_folder(const std::string& option) {
    if (!option.empty()) return option;
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/')
        return std::filesystem::path(data) / "xttt";
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
        return std::filesystem::path(home) / ".local/share/xttt";
    return fail(Errc::Usage, "HOME is not set; name a folder for games with --data");
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
                      .port = static_cast<std::uint16_t>(options.port.value_or(kDefaultPort)),
                      .other_port_if_taken = !options.port,
                      .behind_proxy = options.behind_proxy,
                      .limits = {.total = static_cast<std::size_t>(options.connections),
                                 .per_address =
                                     static_cast<std::size_t>(options.connections_per_address)},
                      .timeouts = {.request = milliseconds(options.request_timeout),
                                   .idle = milliseconds(options.idle_timeout)}},
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
    auto* command = app.add_subcommand(
        "serve", "Run the web server: the page, online games and live tournaments");
    command->add_option("--address", options->address, "Address to listen on")
        ->capture_default_str();
    command
        ->add_option("--port", options->port,
                     "Port to listen on (0: any free port) [8080, or a free one if it is taken]")
        ->check(CLI::Range(0, 65535));
    command->add_option("--data", options->data,
                        "Folder for games [xttt in the user's data folder]");
    command->add_option("--public-url", options->public_urls,
                        "Public URL, such as https://xttt.example.org (repeatable)");
    command->add_option("--tournament", options->tournaments,
                        "Tournament store to publish (repeatable)");
    command->add_flag("--behind-proxy", options->behind_proxy,
                      "Identify clients by the X-Forwarded-For header of a reverse proxy");
    command->add_flag("--public-metrics", options->public_metrics,
                      "Serve /metrics to everyone, not only to this machine");
    command->add_option("--connections", options->connections, "Maximum number of connections")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    command
        ->add_option("--connections-per-address", options->connections_per_address,
                     "Maximum number of connections per address")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    command
        ->add_option("--requests-per-second", options->requests_per_second,
                     "Sustained request rate per address")
        ->check(CLI::Range(0.1, 1e6))
        ->capture_default_str();
    command
        ->add_option("--games-per-minute", options->games_per_minute,
                     "Games created per address and minute")
        ->check(CLI::Range(1.0, 1e6))
        ->capture_default_str();
    command
        ->add_option("--open-games", options->open_games,
                     "Maximum number of games waiting for an opponent")
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
    command
        ->add_option("--open-grace", options->open_grace,
                     "Minutes before a waiting game may be removed to make space")
        ->check(CLI::Range(0, 1440))
        ->capture_default_str();
    command
        ->add_option("--request-timeout,--request-time", options->request_timeout,
                     "Seconds for a whole request to arrive")
        ->check(CLI::Range(0.1, 3600.0))
        ->capture_default_str();
    command
        ->add_option("--idle-timeout,--silence", options->idle_timeout,
                     "Seconds before a WebSocket that answers no ping is closed")
        ->check(CLI::Range(0.2, 3600.0))
        ->capture_default_str();
    command->add_option("--keep-days", options->keep_days, "Days before a game is removed")
        ->check(CLI::Range(1, 36500))
        ->capture_default_str();
    command->add_option("--log-level", options->log_level, "Log level")
        ->check(CLI::IsMember({"debug", "info", "warn", "error", "off"}))
        ->capture_default_str();
    command->callback([=, &status] { status = exit_code(run_serve(*options, std::cout)); });
}

}  // namespace xttt
