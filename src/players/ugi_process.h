#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "players/player.h"
#include "process/child.h"

namespace xttt {

// One side of a game's protocol.
struct ProtocolSide {
    std::shared_ptr<GameProtocol> log;  // null: not kept
    Side side = Side::X;
};

// A process that speaks UGI. Every failure (exit, timeout, violation, bad output) becomes a Failure
// with evidence; after a failure the process is dead.
class UgiProcess {
public:
    // Starts the program, performs the handshake and sets the variant and the program's options.
    // Fails if the program cannot be started, does not answer, lacks one of the options, or (a
    // course bot) cannot be loaded. The host of a course bot (`hosted`) that ends without any
    // output is a failure of this machine.
    static std::expected<UgiProcess, Failure> start(const ChildOptions& options,
                                                    const Variant& variant, Deadline until,
                                                    bool hosted = false,
                                                    std::span<const UgiOption> settings = {},
                                                    const ProtocolSide& protocol = {});
    // Where the traffic of the next game goes.
    void set_protocol(ProtocolSide protocol) { protocol_ = std::move(protocol); }
    // Whether the notes of moves have the memory of the process, if it is sandboxed.
    void set_notes_memory(bool notes) { notes_memory_ = notes && sandboxed_; }

    const std::string& name() const { return name_; }  // its "id name"
    // Remarks of the host of a course bot, for the author of the bot.
    const std::vector<std::string>& notes() const { return notes_; }

    // Announces a new game and waits for "readyok".
    std::optional<Failure> new_game(Deadline until);
    // Sends text, which contains its line ends, and waits for "bestmove".
    Reply ask(std::string_view text, Deadline until);
    // Sends "quit" and waits briefly.
    void quit();

    Child& child() { return child_; }

private:
    UgiProcess(Child child, const ChildOptions& options, bool hosted)
        : child_(std::move(child)),
          sandboxed_(options.sandbox.has_value()),
          hosted_(hosted),
          folder_(options.cwd) {}

    // Waits for a line that starts with `word` and returns the rest of it, or the failure.
    struct Awaited {
        std::string_view rest;  // valid until the next call
        Clock::time_point at;
        std::optional<Failure> failure;
    };
    Awaited await(std::string_view word, Deadline until);
    void send(std::string_view text) {
        if (protocol_.log) protocol_.log->sent(protocol_.side, text);
        child_.send(text);
    }
    void take_note(std::string_view text_line);
    // Why the program cannot take an option; empty if it offers it.
    std::string missing_option(const UgiOption& option) const;
    void take_host_text(std::string_view text);
    Failure failure_of(const OutputEvent& event, Clock::time_point since);
    Failure violation_failure();
    // Evidence appears in reports, so it must not contain folders of this host.
    Failure without_folder(Failure failure) const;
    // A sandboxed program runs only during its turn and is stopped between turns.
    void resume() {
        if (sandboxed_) child_.resume();
    }
    void pause() {
        if (sandboxed_) child_.pause();
    }

    Child child_;
    ProtocolSide protocol_;
    bool sandboxed_;
    bool notes_memory_ = false;
    bool hosted_;         // a course bot behind the host, which also reports forfeits
    std::string folder_;  // of the program; empty: unknown
    std::string name_;
    bool host_started_ = false;  // the host of a course bot has started
    std::vector<std::string> notes_;
    std::vector<std::string> option_names_;  // as the program announced them
    int edition_ = 0;                        // big boards a course bot expects; 0: not known
    std::string edition_evidence_;
    std::string
        call_site_;  // the source line of the bot that makes the next call, sent by the host
    std::string last_info_;   // since the last command
    std::string last_other_;  // the last unexpected line
    std::chrono::nanoseconds cpu_before_{};
};

}  // namespace xttt
