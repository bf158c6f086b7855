#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "players/player.h"
#include "process/child.h"

namespace xttt {

// A process that speaks UGI. Every failure (exit, timeout, violation, bad output) becomes a Failure
// with evidence; after a failure the process is dead.
class UgiProcess {
public:
    // Starts the program, performs the handshake and sets the variant. Fails if the program cannot
    // be started, does not answer, or (a course bot) cannot be loaded.
    static std::expected<UgiProcess, Failure> start(const ChildOptions& options,
                                                    const Variant& variant, Deadline until);

    const std::string& name() const { return name_; }  // its "id name"

    // Announces a new game and waits for "readyok".
    std::optional<Failure> new_game(Deadline until);
    // Sends text, which contains its line ends, and waits for "bestmove".
    Reply ask(std::string_view text, Deadline until);
    // Sends "quit" and waits a moment.
    void quit();

    Child& child() { return child_; }

private:
    UgiProcess(Child child, bool sandboxed) : child_(std::move(child)), sandboxed_(sandboxed) {}

    // Waits for a line that starts with `word` and returns the rest of it, or the failure.
    struct Awaited {
        std::string_view rest;  // valid until the next call
        Clock::time_point at;
        std::optional<Failure> failure;
    };
    Awaited await(std::string_view word, Deadline until);
    void take_note(std::string_view line);
    Failure failure_of(const LineEvent& event, Clock::time_point since);
    // A sandboxed program runs only during its turn and is stopped between turns.
    void resume() {
        if (sandboxed_) child_.resume();
    }
    void pause() {
        if (sandboxed_) child_.pause();
    }

    Child child_;
    bool sandboxed_;
    std::string name_;
    std::string last_info_;   // since the last command
    std::string last_other_;  // the last unexpected line
    std::chrono::nanoseconds cpu_before_{};
};

}  // namespace xttt
