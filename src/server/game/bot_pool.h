#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "players/make_player.h"
#include "server/game/group_commit.h"
#include "server/game/messages.h"

namespace xttt {

// A bot that the server offers as an opponent.
struct Bot {
    std::string name;
    PlayerSpec player;
};
// Parses "NAME=PLAYER"; the name follows the rules of people's names.
Result<Bot> parse_bot(std::string_view text);

struct BotOptions {
    std::vector<Bot> bots;
    int threads = 1;         // moves computed at the same time
    std::size_t games = 50;  // at the same time; also the number of moves that may wait
    Milliseconds move_time{1000};
    bool trust_all = false;  // run sandboxed players without the sandbox
};

// Computes the moves of bots in separate threads. Each request contains the whole game, and a
// thread keeps only the player it used last, so processes and memory do not grow with the number of
// games.
class BotPool {
public:
    // Checks which variants each bot can play; fails if it can play none. `post` runs a function in
    // the thread that calls ask().
    static Result<std::unique_ptr<BotPool>> start(BotOptions options, GroupCommit::Post post);
    ~BotPool();  // waits for the moves being computed

    const std::vector<BotInfo>& bots() const { return info_; }
    bool plays(std::string_view bot, const Variant& variant) const;
    std::size_t max_games() const { return options_.games; }

    struct Question {
        std::string bot;
        const Variant* variant;
        Side side;
        std::vector<Move> moves;                 // legal, from the start of the game
        std::optional<Milliseconds> clock_left;  // empty: no clock
        std::uint64_t seed;
    };
    // Receives the text of a move, or why there is none.
    using Answer = std::function<void(Result<std::string>)>;
    // False, and no answer, if too many moves wait.
    bool ask(Question question, Answer answer);

private:
    struct Task {
        Question question;
        Answer answer;
    };
    BotPool(BotOptions options, std::vector<BotInfo> info, GroupCommit::Post post);
    void run();

    BotOptions options_;
    std::vector<BotInfo> info_;
    GroupCommit::Post post_;
    std::mutex mutex_;
    std::condition_variable queued_;
    std::deque<Task> queue_;
    bool stopping_ = false;
    std::vector<std::jthread> threads_;  // last member: they use all others
};

}  // namespace xttt
