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
    // The lifetime of a process. Untrusted programs end with their game, so that they cannot keep
    // state.
    enum class Lifetime { ManyGames, OneGame };

    // `hosted`: the program is the host of a course bot. `settings`: options of the program.
    UgiPlayer(ChildOptions options, Lifetime lifetime, const Variant& variant, bool hosted = false,
              std::vector<UgiOption> settings = {})
        : options_(std::move(options)),
          lifetime_(lifetime),
          variant_(variant),
          hosted_(hosted),
          settings_(std::move(settings)) {}

    ~UgiPlayer() override;

    // Starts the program and performs the handshake, to check that it works. Returns remarks of the
    // host of a course bot.
    Result<std::vector<std::string>> check(Deadline until);

    std::optional<Failure> start_game(const GameInfo& game, Deadline until) override;
    Reply choose(const Turn& turn, Deadline until) override;
    std::optional<Usage> usage() override;
    void end_game() override;

private:
    // Writes the reason of a forfeit to the log of the bot.
    void log_failure(const Failure& failure);
    void write_position(const Turn& turn);
    void write_go(const Turn& turn);

    ChildOptions options_;
    Lifetime lifetime_;
    const Variant& variant_;
    bool hosted_;
    std::vector<UgiOption> settings_;
    std::optional<UgiProcess> process_;
    std::shared_ptr<BotLog> log_;  // of this game; null: none
    std::optional<Usage> ended_;   // usage of the last process that failed

    // "position ..." with the moves known_, so that each move is formatted once. text_ is the same
    // with the commands sent in the same write.
    std::string text_;
    std::size_t position_length_ = 0;
    std::string known_fen_;
    std::vector<Move> known_;
};

}  // namespace xttt
