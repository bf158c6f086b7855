#pragma once

#include <istream>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "engine/engine.h"
#include "ugi/answer.h"
#include "ugi/command.h"

namespace xttt::ugi {

// Writes whole text lines and flushes them. Thread-safe.
class TextLineWriter {
public:
    explicit TextLineWriter(std::ostream& out) : out_(out) {}
    void write(std::string_view text);
    void write(const Answer& answer) { write(to_text(answer)); }
    // False once a write has failed.
    bool ok() const;

private:
    mutable std::mutex mutex_;
    std::ostream& out_;
};

// An engine that speaks UGI. Answers every command at once; searches run in the thread of the
// engine.
class Loop {
public:
    Loop(Engine& engine, std::ostream& out) : engine_(engine), writer_(out) {}

    // Reads and answers commands until "quit", the end of the input, or a failed write. Then stops
    // a running search or task, which still delivers its result.
    void run(std::istream& in);

    // Answers one command. Returns false after "quit".
    bool handle(std::string_view text_line);

private:
    void answer(const Hello&);
    void answer(const IsReady&);
    void answer(const SetOption& option);
    void answer(const NewGame&);
    void answer(const SetPosition& position);
    void answer(const Query& query);
    void answer(const Go& go);
    void answer(const Stop&);
    void answer(const PonderHit&);
    void answer(const Wait&);
    void answer(const Quit&);
    void answer(const Display&);
    void answer(const Perft& perft);
    void answer(const Eval&);
    void answer(const Bench& bench);

    void tell(std::string text);
    void tell_error(const Error& error);
    Result<GoRequest> request_of(const Go& go) const;

    Engine& engine_;
    TextLineWriter writer_;
    Clock::time_point received_;  // of the current command
    bool endless_ = false;        // only `stop` ends the latest search
    bool quit_ = false;
};

}  // namespace xttt::ugi
