// Plays many online games at once on a running server, and measures the time to confirm moves.
//
// xttt serve --port 8080 --games-per-minute 100000 --requests-per-second 100000
// --connections-per-address 100000 & server_load --port 8080 --pid $! --games 2000 --seconds 60
//
// The load of one hour (2,000 games with a move every 2 s are 3.6 million moves) as fast as the
// server can process it, to observe its memory:
//
// server_load --port 8080 --pid PID --games 2000 --interval 200 --moves 3600000 --seconds 3600
//
// Each game has two clients that play random legal moves, one every --interval, and is followed by
// a rematch. The time of a confirmation is from sending the move to receiving it back, which
// includes the disk write of the server.

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "base/random.h"
#include "program.h"
#include "rules/notation.h"

namespace xttt {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;
using Tcp = asio::ip::tcp;

constexpr const Variant& V = kExtreme;

struct Options {
    std::string host = "127.0.0.1";
    int port = 8080;
    int games = 2000;
    int seconds = 60;
    int interval = 2000;  // milliseconds between the moves of one game
    int pid = 0;          // process id of the server, to observe its memory
    // Moves after which it stops early; 0: no limit.
    std::uint64_t moves = 0;
};

struct LoadStats {
    std::vector<float> milliseconds;  // of every confirmation
    std::uint64_t errors = 0;
    std::uint64_t lost_connections = 0;
    std::uint64_t games_ended = 0;
};

// One HTTP connection for creating and joining.
class HttpClient {
public:
    HttpClient(asio::io_context& io, const Tcp::endpoint& server) : stream_(io) {
        stream_.connect(server);
    }
    Json post(const std::string& path, const Json& body) {
        http::request<http::string_body> request(http::verb::post, path, 11);
        request.set(http::field::host, "localhost");
        request.set(http::field::content_type, "application/json");
        request.body() = body.dump();
        request.prepare_payload();
        http::write(stream_, request);
        http::response<http::string_body> response;
        http::read(stream_, buffer_, response);
        if (response.result_int() >= 300)
            throw std::runtime_error(fmt::format("{}: {}", path, response.body()));
        return Json::parse(response.body());
    }

private:
    beast::tcp_stream stream_;
    beast::flat_buffer buffer_;
};

class Game;

// The WebSocket of one player. Exists until the game is replaced by its rematch.
class Player : public std::enable_shared_from_this<Player> {
public:
    Player(asio::io_context& io, Game& game, int side) : game_(game), side_(side), socket_(io) {}
    void connect(const Tcp::endpoint& server, std::string id, std::string seat);
    void say(const Json& message);
    void leave();

private:
    void read();
    void write();

    Game& game_;
    int side_;
    beast::websocket::stream<beast::tcp_stream> socket_;
    beast::flat_buffer buffer_;
    std::vector<std::string> queue_;
    std::string hello_;
    bool left_ = false;
};

class Game {
public:
    Game(asio::io_context& io, const Tcp::endpoint& server, const Options& options,
         LoadStats& stats, std::uint64_t seed)
        : io_(io), server_(server), options_(options), stats_(stats), timer_(io), random_(seed) {}

    void open(std::string id, std::array<std::string, 2> seats) {
        id_ = std::move(id);
        seats_ = std::move(seats);
        position_ = Position<V>::initial();
        ply_ = 0;
        for (int side = 0; side < 2; ++side) {
            players_[side] = std::make_shared<Player>(io_, *this, side);
            players_[side]->connect(server_, id_, seats_[side]);
        }
    }

    void hear(int side, const Json& message) {
        if (message["type"] == "error") {
            ++stats_.errors;
            std::cerr << message.dump() << '\n';
        }
        if (message["type"] != "events") return;
        for (const Json& event : message["events"]) hear_event(side, event);
    }

    void lost() { ++stats_.lost_connections; }

private:
    void hear_event(int side, const Json& event) {
        const auto& kind = event["kind"].get_ref<const std::string&>();
        if (kind == "start" && side == 0) {
            move_after(random_.below(static_cast<std::uint32_t>(options_.interval)));
        } else if (kind == "move" && side == mover_) {
            if (event["ply"] != ply_) return;
            const std::chrono::duration<float, std::milli> took = Clock::now() - sent_;
            stats_.milliseconds.push_back(took.count());
            if (event.contains("over")) {
                ++stats_.games_ended;
                for (const auto& player : players_) player->say({{"type", "ask-rematch"}});
            } else {
                move_after(static_cast<std::uint32_t>(options_.interval));
            }
        } else if (kind == "rematch" && side == 0) {
            for (const auto& player : players_) player->leave();
            // Sides are swapped; seats stay the same.
            open(event["next"], {seats_[1], seats_[0]});
        }
    }

    void move_after(std::uint32_t milliseconds) {
        timer_.expires_after(std::chrono::milliseconds(milliseconds));
        timer_.async_wait([this](auto error) {
            if (!error) move();
        });
    }

    void move() {
        std::vector<Move> legal;
        position_.for_each_legal([&](Move m) { legal.push_back(m); });
        const Move move = legal[random_.below(static_cast<std::uint32_t>(legal.size()))];
        mover_ = index(position_.side_to_move());
        position_.play(move);
        sent_ = Clock::now();
        players_[mover_]->say({{"type", "move"}, {"ply", ply_}, {"move", move_text<V>(move)}});
        ++ply_;
    }

    asio::io_context& io_;
    const Tcp::endpoint& server_;
    const Options& options_;
    LoadStats& stats_;
    asio::steady_timer timer_;
    Random random_;
    std::string id_;
    std::array<std::string, 2> seats_;
    std::array<std::shared_ptr<Player>, 2> players_;
    Position<V> position_;
    int ply_ = 0;
    int mover_ = 0;
    Clock::time_point sent_;
};

void Player::connect(const Tcp::endpoint& server, std::string id, std::string seat) {
    hello_ = Json{{"type", "hello"}, {"seen", 0}, {"seat", std::move(seat)}}.dump();
    beast::get_lowest_layer(socket_).async_connect(
        server, [self = shared_from_this(), id = std::move(id)](auto error) {
            if (error) return self->game_.lost();
            self->socket_.async_handshake(
                "localhost", "/api/games/" + id + "/socket", [self](auto failed) {
                    if (failed) return self->game_.lost();
                    self->queue_.insert(self->queue_.begin(), self->hello_);
                    self->write();
                    self->read();
                });
        });
}

void Player::say(const Json& message) {
    queue_.push_back(message.dump());
    if (queue_.size() == 1) write();
}

void Player::write() {
    socket_.async_write(asio::buffer(queue_.front()),
                        [self = shared_from_this()](auto error, std::size_t) {
                            if (error) return;
                            self->queue_.erase(self->queue_.begin());
                            if (!self->queue_.empty()) self->write();
                        });
}

void Player::read() {
    socket_.async_read(buffer_, [self = shared_from_this()](auto error, std::size_t) {
        if (self->left_) return;
        if (error) return self->game_.lost();
        const auto message = Json::parse(beast::buffers_to_string(self->buffer_.data()));
        self->buffer_.consume(self->buffer_.size());
        self->game_.hear(self->side_, message);
        if (!self->left_) self->read();
    });
}

void Player::leave() {
    left_ = true;
    beast::get_lowest_layer(socket_).close();
}

// The error message for an invalid address; empty if it is valid.
std::string is_address(const std::string& text) {
    boost::system::error_code error;
    asio::ip::make_address(text, error);
    return error ? fmt::format("'{}' is not an address such as 127.0.0.1 or ::1", text) : "";
}

// Resident memory of a process in MiB; 0 if it cannot be read.
double memory_of(int pid) {
    std::ifstream status(fmt::format("/proc/{}/status", pid));
    std::string word;
    double kib = 0;
    while (status >> word)
        if (word == "VmRSS:") status >> kib;
    return kib / 1024;
}

float percentile(std::vector<float>& sorted, double share) {
    if (sorted.empty()) return 0;
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

void run(const Options& options) {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);

    asio::io_context io(1);
    const Tcp::endpoint server(asio::ip::make_address(options.host),
                               static_cast<std::uint16_t>(options.port));
    LoadStats stats;
    std::vector<std::unique_ptr<Game>> games;
    HttpClient client(io, server);
    for (int i = 0; i < options.games; ++i) {
        const Json created =
            client.post("/api/games", {{"side", "x"}, {"clock", {{"initial_ms", 86'400'000}}}});
        const std::string id = created["game"];
        const Json joined =
            client.post("/api/games/" + id + "/join", {{"invitation", created["invitation"]}});
        games.push_back(
            std::make_unique<Game>(io, server, options, stats, static_cast<unsigned>(i)));
        games.back()->open(id, {created["seat"], joined["seat"]});
        io.poll();
    }
    std::cout << fmt::format("{} games opened; server uses {:.1f} MiB\n", options.games,
                             memory_of(options.pid));
    const auto end = Clock::now() + std::chrono::seconds(options.seconds);
    std::uint64_t moves = 0;
    std::vector<double> memory;
    for (int part = 1; Clock::now() < end; ++part) {
        const auto begin = Clock::now();
        io.run_until(std::min(end, begin + std::chrono::seconds(10)));
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        auto& times = stats.milliseconds;
        std::ranges::sort(times);
        std::cout << fmt::format(
                         "{:3}0 s: {:7.0f} moves/s  p50 {:.2f} ms  p99 {:.2f} ms  max {:.2f} ms  "
                         "errors {}  lost {}  ended {}  memory {:.1f} MiB",
                         part, static_cast<double>(times.size()) / seconds, percentile(times, 0.5),
                         percentile(times, 0.99), percentile(times, 1), stats.errors,
                         stats.lost_connections, stats.games_ended, memory_of(options.pid))
                  << std::endl;
        moves += times.size();
        times.clear();
        memory.push_back(memory_of(options.pid));
        if (options.moves != 0 && moves >= options.moves) break;
    }
    // Memory grows while the games get longer. What matters is whether it still grows later.
    const double third = memory[memory.size() / 3], last = memory.back();
    std::cout << fmt::format(
        "{} moves; memory of the server after a third of the time {:.1f} MiB, at the end {:.1f} "
        "MiB, at most {:.1f} MiB\n",
        moves, third, last, *std::ranges::max_element(memory));
}

}  // namespace
}  // namespace xttt

int main(int argc, char** argv) {
    xttt::Options options;
    CLI::App app("Play many online games at once on a running server", "server_load");
    app.add_option("--host", options.host, "Address of the server")
        ->check(xttt::is_address)
        ->capture_default_str();
    app.add_option("--port", options.port, "Port of the server")
        ->check(CLI::Range(1, 65535))
        ->capture_default_str();
    app.add_option("--games", options.games, "Concurrent games")
        ->check(CLI::Range(1, 20'000))
        ->capture_default_str();
    app.add_option("--seconds", options.seconds, "Duration in seconds")
        ->check(CLI::Range(1, 3600))
        ->capture_default_str();
    app.add_option("--interval", options.interval, "Milliseconds between the moves of a game")
        ->check(CLI::Range(1, 60'000))
        ->capture_default_str();
    app.add_option("--moves", options.moves, "Stop after this many moves");
    app.add_option("--pid", options.pid, "Process id of the server, to report its memory");
    if (const auto status = xttt::read_command_line(app, argc, argv)) return *status;
    try {
        xttt::run(options);
    } catch (const std::exception& error) {
        return xttt::exit_code(app, xttt::fail(xttt::Errc::Io, error.what()));
    }
}
