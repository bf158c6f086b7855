#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "players/player.h"
#include "process/child.h"

namespace xttt {

// A program that is spoken to in UGI, whatever becomes of it: every way of not answering turns
// into a Failure with its evidence. Once it has failed it is dead.
class UgiProcess {
public:
    // Starts it and exchanges the greeting: after this it knows its variant. Fails for a program
    // that cannot be started, does not greet, or (a course bot) cannot be loaded.
    static std::expected<UgiProcess, Failure> start(const ChildOptions& options,
                                                    const Variant& variant, Deadline until);

    const std::string& name() const { return name_; }  // as it introduced itself

    // Announces a new game and waits until it is ready for it.
    std::optional<Failure> new_game(Deadline until);
    // Sends text, which ends its own lines, and waits for "bestmove".
    Reply ask(std::string_view text, Deadline until);
    // Tells it to quit and gives it a moment to.
    void quit();

    Child& child() { return child_; }

private:
    UgiProcess(Child child, bool sandboxed) : child_(std::move(child)), sandboxed_(sandboxed) {}

    // Waits for a line that begins with `word` and returns what follows, or why it did not come.
    struct Awaited {
        std::string_view rest;  // good until the next call
        Clock::time_point at;
        std::optional<Failure> failure;
    };
    Awaited await(std::string_view word, Deadline until);
    void take_note(std::string_view line);
    Failure failure_of(const LineEvent& event, Clock::time_point since);
    // While it is its turn, a sandboxed program runs; between turns it is stopped.
    void resume() {
        if (sandboxed_) child_.resume();
    }
    void pause() {
        if (sandboxed_) child_.pause();
    }

    Child child_;
    bool sandboxed_;
    std::string name_;
    std::string last_info_;   // since the last question
    std::string last_other_;  // the last line that was nothing expected
    std::chrono::nanoseconds cpu_before_{};
};

}  // namespace xttt
