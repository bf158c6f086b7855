#pragma once

#include <istream>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "ugi/answer.h"
#include "ugi/command.h"

namespace xttt::ugi {

// Writes whole lines from several threads, each at once and flushed.
class LineWriter {
public:
    explicit LineWriter(std::ostream& out) : out_(out) {}
    void write(std::string_view text);
    void write(const Answer& answer) { write(to_text(answer)); }
    // False once writing has failed: nobody listens any more.
    bool ok() const;

private:
    mutable std::mutex mutex_;
    std::ostream& out_;
};

// An engine that speaks UGI. Every line is answered at once; searches run beside it.
class Loop {
public:
    Loop(Engine& engine, std::ostream& out) : engine_(engine), writer_(out) {}

    // Reads and answers lines until "quit", the end of the input, or the end of whoever reads the
    // output. At the end of the input a search with limits is still finished, one without is
    // stopped: both deliver their move.
    void run(std::istream& in);

    // Answers one line. False after "quit".
    bool handle(std::string_view line);

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
    void answer(const Quit&);
    void answer(const Display&);
    void answer(const Perft& perft);
    void answer(const Eval&);
    void answer(const Bench& bench);

    void tell(std::string text);
    void tell_error(const Error& error);
    Result<GoRequest> request_of(const Go& go) const;

    Engine& engine_;
    LineWriter writer_;
    std::chrono::steady_clock::time_point received_;  // of the line being answered
    bool endless_ = false;                            // the latest search has no end of its own
    bool quit_ = false;
};

}  // namespace xttt::ugi
