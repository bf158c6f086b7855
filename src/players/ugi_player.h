#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "players/player.h"
#include "players/ugi_process.h"

namespace xttt {

// A program that speaks UGI: an engine, or the host of a course bot. One round trip per move.
class UgiPlayer final : public Player {
public:
    // How long a process lives. Untrusted programs end with their game, so that no state is left
    // for the next.
    enum class Lifetime { ManyGames, OneGame };

    // `hosted`: the program is the host of a course bot.
    UgiPlayer(ChildOptions options, Lifetime lifetime, const Variant& variant, bool hosted = false)
        : options_(std::move(options)), lifetime_(lifetime), variant_(variant), hosted_(hosted) {}

    ~UgiPlayer() override;

    // Starts the program and performs the handshake, to check that it works. Gives what the host
    // of a course bot has to say about it.
    Result<std::vector<std::string>> check(Deadline until);

    std::optional<Failure> start_game(const GameInfo& game, Deadline until) override;
    Reply choose(const Turn& turn, Deadline until) override;
    std::optional<Usage> usage() override;
    void end_game() override;

private:
    // Tells the bot's log why it forfeits.
    void log_failure(const Failure& failure);
    void write_position(const Turn& turn);
    void write_go(const Turn& turn);

    ChildOptions options_;
    Lifetime lifetime_;
    const Variant& variant_;
    bool hosted_;
    std::optional<UgiProcess> process_;
    std::shared_ptr<BotLog> log_;  // of this game; null: none
    std::optional<Usage> ended_;   // usage of the last process that failed

    // "position ..." with the moves known_, so that each move is written once; text_ is it with
    // what else goes out in the same write.
    std::string text_;
    std::size_t position_length_ = 0;
    std::string known_fen_;
    std::vector<Move> known_;
};

}  // namespace xttt
